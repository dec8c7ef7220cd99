import { spawn } from "node:child_process";
import { canAsk, type Terminal } from "./terminal.ts";

/**
 * Has the system show an address, where somebody sits before a screen; false where nobody does or nothing can. The address
 * comes from a server, so it is handed on as one argument, to no shell, and only where it is one of the web.
 */
export async function openBrowser(terminal: Terminal, address: string): Promise<boolean> {
  const url = URL.parse(address);
  const { env } = terminal;
  if (!canAsk(terminal) || !url || !/^https?:$/.test(url.protocol)) return false;
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  if (program === "xdg-open" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program as string, [...args, url.href], { stdio: "ignore", detached: true });
  child.on("error", () => resolve(false));
  child.on("spawn", () => resolve(true));
  child.unref();
  return promise;
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
