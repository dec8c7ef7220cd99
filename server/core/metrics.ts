import { metricLimits } from "../../contract/limits/metrics.ts";
import type { Outcome } from "../../contract/sending/outcome.ts";
import { commit } from "../build/commit.ts";
import { createHistogram, type Family } from "./openMetrics.ts";
import { version } from "./version.ts";

export type Metrics = {
  /** Answers as `answer` does, and counts what it answered and how long that took. */
  counting<Arguments extends unknown[]>(
    answer: (...asked: Arguments) => Response | Promise<Response>,
  ): (...asked: Arguments) => Response | Promise<Response>;
  mailTried(kind: Outcome["kind"], count?: number): void;
  /** What was counted since the start, and what the process is. */
  families(): Family[];
  close(): void;
};

const outcomes = ["sent", "refused", "busy", "account", "uncertain"] as const satisfies Outcome["kind"][];
const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** What this process counts for whoever runs it. `isRead` says whether anybody can ask, without which no clock is watched and no answer counted. */
export function createMetrics({ isRead }: { isRead: boolean }): Metrics {
  const startedAt = Date.now() / 1000 - process.uptime();
  const requests = new Map<string, number>(statusClasses.map((one) => [one, 0]));
  const mails = new Map<string, number>(outcomes.map((one) => [one, 0]));
  const durations = createHistogram(metricLimits.requestSeconds);
  const delays = createHistogram(metricLimits.loopDelaySeconds);
  const timer = isRead ? watchLoop(delays.observe) : undefined;
  return {
    counting(answer) {
      if (!isRead) return answer;
      return async (...asked) => {
        const from = performance.now();
        const response = await answer(...asked);
        durations.observe((performance.now() - from) / 1000);
        raise(requests, `${Math.floor(response.status / 100)}xx`);
        return response;
      };
    },
    mailTried: (kind, count) => raise(mails, kind, count),
    families: () => [
      {
        name: "amplify_build",
        type: "info",
        help: "What this program was made from",
        samples: [{ labels: { version, commit: commit() }, value: 1 }],
      },
      counted(
        "amplify_mail_attempts",
        "Mails of campaigns handed to their account's server, by what came of it",
        { label: "outcome", counts: mails },
      ),
      counted("amplify_http_requests", "Requests answered, by the first digit of their status", {
        label: "status",
        counts: requests,
      }),
      {
        name: "amplify_http_request_duration_seconds",
        type: "histogram",
        help: "How long requests took until their answer began",
        samples: durations.samples(),
      },
      {
        name: "amplify_event_loop_delay_seconds",
        type: "histogram",
        help: "How late a timer of the server's one thread came",
        samples: delays.samples(),
      },
      gauge("process_resident_memory_bytes", "Memory of this process", process.memoryUsage.rss()),
      gauge("process_start_time_seconds", "When this process began, in seconds since 1970", startedAt),
      {
        name: "process_cpu_seconds",
        type: "counter",
        help: "Processor time of this process",
        samples: [{ value: processorSeconds() }],
      },
    ],
    close: () => clearInterval(timer),
  };
}

/** One number that goes up and down. */
export function gauge(name: string, help: string, value: number): Family {
  return { name, type: "gauge", help, samples: [{ value }] };
}

function counted(
  name: string,
  help: string,
  { label, counts }: { label: string; counts: ReadonlyMap<string, number> },
): Family {
  const samples = Array.from(counts, ([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, type: "counter", help, samples };
}

function raise(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Bun and Node count their own monitors' delay from different points; a timer's lateness is the same on both. */
function watchLoop(observe: (seconds: number) => void): ReturnType<typeof setInterval> {
  const { loopEveryMs } = metricLimits;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    observe(Math.max(0, now - last - loopEveryMs) / 1000);
    last = now;
  }, loopEveryMs);
  timer.unref();
  return timer;
}
