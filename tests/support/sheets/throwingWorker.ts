import { parentPort } from "node:worker_threads";

parentPort?.on("message", () => {
  throw new Error("a reader met what it could not bear");
});
