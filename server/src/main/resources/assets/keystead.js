"use strict";

// Pages work without this file; it adds copying, printing, filtering and small comforts.

function copyText(button) {
  const source = document.getElementById(button.dataset.copy);
  navigator.clipboard.writeText(source.textContent).then(
    () => flash(button, button.dataset.copied),
    () => {
      // Without permission the text is selected, so that the usual keys copy it.
      getSelection().selectAllChildren(source);
      flash(button, button.dataset.selected);
    });
}

function flash(button, word) {
  const usual = button.dataset.usual ?? button.textContent;
  button.dataset.usual = usual;
  button.textContent = word;
  clearTimeout(Number(button.dataset.timer));
  button.dataset.timer = String(setTimeout(() => { button.textContent = usual; }, 1600));
}

function prepare(part) {
  for (const button of part.querySelectorAll("button.copy[hidden]")) {
    if (navigator.clipboard) {
      button.hidden = false;
      button.setAttribute("aria-live", "polite");
      button.addEventListener("click", () => copyText(button));
    }
  }
  for (const button of part.querySelectorAll("button[data-print][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

prepare(document);
// A menu that is wider than the page shows the place where one is. Only the row is moved: scrolling to the place itself
// would have the first press of the tab key go on from there, past the link that skips the menu.
const here = document.querySelector(".menu [aria-current]")?.getBoundingClientRect();
const row = document.querySelector(".menu ul");
if (here && row) {
  const seen = row.getBoundingClientRect();
  row.scrollLeft += here.left + here.width / 2 - (seen.left + seen.width / 2);
}
// A form that works in place brings new parts into the page.
document.addEventListener("htmx:load", event => prepare(event.detail.elt));

const filter = document.getElementById("filter");
if (filter) {
  const count = document.getElementById("filter-count");
  const nothing = document.querySelector(".nothing");

  const apply = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of document.querySelectorAll("[data-words]")) {
      item.hidden = !wanted.every(word => item.dataset.words.includes(word));
      if (!item.hidden && item.matches("article")) {
        shown++;
      }
    }
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-words]:not([hidden])");
    }
    count.textContent = wanted.length ? `${shown} shown` : "";
    nothing.hidden = shown > 0;
  };

  filter.closest(".filter").hidden = false;
  filter.addEventListener("input", apply);
  document.addEventListener("keydown", event => {
    const typing = event.target.matches?.("input, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      filter.focus();
    }
  });
  apply();
}
