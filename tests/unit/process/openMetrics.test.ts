import { expect, test } from "bun:test";
import { createHistogram, openMetrics } from "../../../server/core/openMetrics.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { readOpenMetrics } from "../../support/server/readOpenMetrics.ts";

test("each type has its endings, and quotes, breaks and backslashes are escaped", () => {
  const samples = [{ labels: { path: 'a"b\\c\nd' }, value: 2 }];
  const text = openMetrics([
    { name: "asked", type: "counter", help: "How\noften", samples },
    { name: "now", type: "gauge", help: "Now", samples: [{ value: 0.5 }] },
  ]);
  expect(text).toBe(
    '# TYPE asked counter\n# HELP asked How\\noften\nasked_total{path="a\\"b\\\\c\\nd"} 2\n# TYPE now gauge\n# HELP now Now\nnow 0.5\n# EOF\n',
  );
  expect(readOpenMetrics(text).size).toBe(2);
});

test("a histogram's groups hold those before them, and a bound belongs to its group", () => {
  const histogram = createHistogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 3]) histogram.observe(seconds);
  expect(histogram.samples()).toEqual([
    { suffix: "_bucket", labels: { le: "0.1" }, value: 2 },
    { suffix: "_bucket", labels: { le: "1" }, value: 3 },
    { suffix: "_bucket", labels: { le: "+Inf" }, value: 4 },
    { suffix: "_count", value: 4 },
    { suffix: "_sum", value: 3.65 },
  ]);
});

test("a token that could be guessed, or that no header can carry, is refused", () => {
  for (const token of ["short", "x".repeat(15), "with a blank in the middle", "línea-0123456789"])
    expect(() => readSettings({ AMPLIFY_METRICS_TOKEN: token })).toThrow(/AMPLIFY_METRICS_TOKEN.*16/);
  expect(readSettings({ AMPLIFY_METRICS_TOKEN: "x".repeat(16) }).metricsToken).toBe("x".repeat(16));
  expect(readSettings({ AMPLIFY_METRICS_TOKEN: "" }).metricsToken).toBeNull();
});
