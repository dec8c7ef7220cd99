import { drainMicrotasks } from "bun:jsc";
import { secondMs } from "../../../contract/limits/units.ts";

/** Whose an event is: what a dead process waited for never comes. */
export type Owner = {
  alive: boolean;
  /** Until then it is stopped: what happens to it waits. */
  stalledUntilMs?: number;
};

type Event = { atMs: number; order: number; owner: Owner | null; isWait: boolean; happen: () => void };

const leapMinMs = secondMs;
const leapLeastMs = 100;

/**
 * The time of a simulated world. What happens is done one after the other, each with all that follows from it at once,
 * so that the same seed has the same story.
 */
export class Schedule {
  /** Milliseconds since the world began; nobody sets this clock. */
  nowMs = 0;
  /** How many events happened. */
  count = 0;
  /** Nothing more is to happen. */
  isOver = false;
  readonly #leapMaxMs: number;
  readonly #heap: Event[] = [];
  #order = 0;
  #leapMs = 0;

  /** With the longest leap over time in which nothing but timers goes on. */
  constructor(leapMaxMs: number) {
    this.#leapMaxMs = leapMaxMs;
  }

  /** Something that happens in the world: a statement is answered, a byte arrives, somebody decides something. */
  at(atMs: number, happen: () => void, owner: Owner | null = null): void {
    this.#push({ atMs: Math.max(atMs, this.nowMs), order: this.#order++, owner, isWait: false, happen });
  }

  /** A timer of a process. Timers may be late, as on a machine that is busy or asleep. */
  after(waitMs: number, then: () => void, owner: Owner): () => void {
    let isOff = false;
    const happen = () => {
      if (!isOff) then();
    };
    this.#push({ atMs: this.nowMs + Math.max(0, waitMs), order: this.#order++, owner, isWait: true, happen });
    return () => {
      isOff = true;
    };
  }

  /** Something went on, so that time is no longer leapt over. */
  noteProgress(): void {
    this.#leapMs = 0;
  }

  /** Lets everything happen until then. */
  runUntil(untilMs: number): void {
    while (!this.isOver) {
      const next = this.#heap[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#pop();
      if (next.owner?.alive === false) continue;
      const stalledUntilMs = next.owner?.stalledUntilMs ?? 0;
      if (stalledUntilMs > next.atMs) {
        this.#push({ ...next, atMs: stalledUntilMs });
        continue;
      }
      this.nowMs = Math.max(this.nowMs, next.isWait ? this.#leapOver(next.atMs, untilMs) : next.atMs);
      this.count += 1;
      next.happen();
      drainMicrotasks();
    }
    if (!this.isOver) this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Where nothing but timers is to come for a while, they come late, and later each time. */
  #leapOver(atMs: number, untilMs: number): number {
    let workAt = untilMs;
    for (const { isWait, atMs: other, owner } of this.#heap)
      if (!isWait && owner?.alive !== false) workAt = Math.min(workAt, other);
    if (workAt - atMs < leapMinMs) return atMs;
    const leapt = Math.min(atMs + this.#leapMs, workAt);
    this.#leapMs = Math.min(this.#leapMaxMs, Math.max(this.#leapMs * 2, leapLeastMs));
    return leapt;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent] as Event, event)) break;
      heap[at] = heap[parent] as Event;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (isBefore(last, heap[child] as Event)) break;
      heap[at] = heap[child] as Event;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
