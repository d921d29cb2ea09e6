"use strict";

// Passkeys need a script: it asks the browser, and sends what the browser answers as a form.

const supported = typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
let waiting = null;

function tell(form, word) {
  const place = form.querySelector("[role=alert]");
  place.textContent = place.dataset[word];
  place.hidden = false;
}

function send(form, credential) {
  form.elements.credential.value = JSON.stringify(credential.toJSON());
  form.submit();
}

// A password manager that waits for its moment must be told to stop before a button asks anew.
function stopWaiting() {
  waiting?.abort();
  waiting = null;
}

async function ask(form, more) {
  const given = JSON.parse(form.dataset.options);
  if (form.dataset.passkey === "create") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given);
    return navigator.credentials.create({ publicKey, ...more });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given);
  return navigator.credentials.get({ publicKey, ...more });
}

async function byButton(form) {
  stopWaiting();
  try {
    send(form, await ask(form, {}));
  } catch (problem) {
    tell(form, problem.name === "NotAllowedError" || problem.name === "AbortError" ? "cancelled" : "failed");
    offerWhileTyping(form);
  }
}

// Offers passkeys in the list under the field, where browsers can.
async function offerWhileTyping(form) {
  if (!form.dataset.conditional || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) {
    return;
  }
  waiting = new AbortController();
  try {
    send(form, await ask(form, { mediation: "conditional", signal: waiting.signal }));
  } catch {
    // Nobody chose one, or a button asked instead.
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (supported) {
    form.hidden = false;
    form.querySelector("button").addEventListener("click", () => byButton(form));
    offerWhileTyping(form);
  }
}
