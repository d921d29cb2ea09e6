// What all journeys share: a person who visits pages, and one line that says what came of it.
//
// A test runs `node openid-client.mjs <journey> <settings as JSON>` and reads lines of JSON: {"visit": address} asks for
// a person, whose way back is the next line of the input; {"result": …} or {"problem": …} is the last.
import { createInterface } from "node:readline";

const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Sends the person to a page; answers the address at which they came back. */
export async function visit(page) {
  say({ visit: String(page) });
  return new URL((await answers.next()).value);
}

/** The code of the error with which something is refused that must be refused. */
export async function refusal(attempt) {
  try {
    await attempt;
  } catch (problem) {
    const code = problem.error ?? problem.cause?.[0]?.parameters?.error;
    if (code) {
      return code;
    }
    throw problem;
  }
  throw new Error("This should have been refused.");
}

/** A fetch that writes down where it went and what it was answered. */
export function watching(seen) {
  return async (address, options) => {
    const response = await fetch(address, options);
    seen.push(`${new URL(address).pathname.split("/").pop()} ${response.status}`);
    return response;
  };
}

/** What is inside a JWT, for the test to look at. Nothing is checked here. */
export function inside(jwt) {
  const [header, claims] = jwt.split(".", 2).map(part => JSON.parse(Buffer.from(part, "base64url")));
  return { header, claims };
}

/** Runs the journey that the command line names. */
export async function run(journeys) {
  const [name, settings] = process.argv.slice(2);
  try {
    say({ result: await journeys[name](JSON.parse(settings)) });
  } catch (problem) {
    say({ problem: `${problem.stack} ${problem.code ?? ""} ${JSON.stringify(problem.cause) ?? ""}` });
    process.exitCode = 1;
  }
  process.stdin.destroy();
}
