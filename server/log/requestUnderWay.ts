import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/**
 * Does something for a request, whose id every entry of the log then names that is made meanwhile, however deep below.
 * Loops that run for long are begun with the program and woken by an `Alarm`, so what they do later is nobody's request.
 */
export function duringRequest<T>(request: string, work: () => T): T {
  return requests.run(request, work);
}

/** The id of the request that is being answered; undefined for what the program does by itself. */
export function requestUnderWay(): string | undefined {
  return requests.getStore();
}
