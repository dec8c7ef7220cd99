// Plain JavaScript, and old: whoever has a Node that reads no TypeScript reads this, and not a stack trace.
const { engines } = require("../../package.json");

const [major, minor] = process.versions.node.split(".").map(Number);
const [majorNeeded, minorNeeded] = engines.node.replace(">=", "").split(".").map(Number);
if (major < majorNeeded || (major === majorNeeded && minor < minorNeeded)) {
  console.error(
    `Amplify needs Node ${majorNeeded}.${minorNeeded} or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org, or run it on Bun, which asks for no newer Node: npx -y bun@1.4.5 run start`,
  );
  process.exit(1);
}
