import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remarkInWords } from "../../../server/core/faultInWords.ts";
import { loadSettings } from "../../../server/settings/loadSettings.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(text: string, name = "amplify.env"): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const load = (environment: Record<string, string> = {}, from = folder) => loadSettings(environment, from);

describe("the file of settings", () => {
  test("is amplify.env of the folder where a command runs, and its paths are meant from there", () => {
    write("PORT=9000\nAMPLIFY_SIGNUP=off\nAMPLIFY_TESTIMONIALS=said.json\n");
    expect(load().settings).toMatchObject({
      port: 9000,
      signup: false,
      dataFolder: join(folder, "data"),
      testimonialsFile: join(folder, "said.json"),
    });
  });

  test("is another one where AMPLIFY_ENV names it, and then leads to the same data from everywhere", () => {
    const path = write("PORT=9001\nAMPLIFY_DATA=mails\n", "other.env");
    write("PORT=9000\n");
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    for (const named of [path, "../other.env"])
      expect(load({ AMPLIFY_ENV: named }, elsewhere).settings).toMatchObject({
        port: 9001,
        dataFolder: join(folder, "mails"),
      });
  });

  test("comes after the environment, whose paths are meant from where the command runs", () => {
    write("PORT=9000\nHOST=0.0.0.0\nAMPLIFY_DATA=mails\n");
    expect(load({ PORT: "9002", HOST: "", AMPLIFY_DATA: "here" }).settings).toMatchObject({
      port: 9002,
      host: "0.0.0.0",
      dataFolder: "here",
    });
  });

  test("has comments, blank lines, quotes and lines of any system", () => {
    write(
      [
        "\uFEFF# the server",
        "",
        'PUBLIC_URL = "https://mail.example.com" # outside',
        "  export HOST='::1'",
        'AMPLIFY_STATS="3 \\"users\\", 4 c:\\\\mails"',
        "SUPPORT_ADDRESS=help@example.com # people read it",
        "AMPLIFY_TESTIMONIALS=/said#1.json",
        "AMPLIFY_PLANS=",
      ].join("\r\n"),
    );
    expect(load().settings).toMatchObject({
      publicUrl: "https://mail.example.com",
      host: "::1",
      statistics: [
        { value: "3", label: '"users"' },
        { value: "4", label: "c:\\mails" },
      ],
      supportAddress: "help@example.com",
      testimonialsFile: "/said#1.json",
      plans: true,
    });
  });
});

describe("a file of settings", () => {
  test.each([
    ["PORT 9000", "line 1, is not NAME=value"],
    ["# one\nHOST='::1", "line 2, is not NAME=value"],
    ['HOST="::1" nearly', "line 1, is not NAME=value"],
    ["PORT=1\nPORT=2", "line 2: PORT is set twice"],
    ["PORT=eighty", "Setting PORT in FILE:"],
  ])("with %j in it is refused by its name and line", (text, sentence) => {
    const path = write(text);
    expect(() => load()).toThrow(sentence.replace("FILE", path));
    expect(() => load()).toThrow(path);
  });

  test("may hold a secret, which no sentence about it repeats", () => {
    const path = write("AMPLIFY_KEY 'hunter2");
    expect(() => load()).toThrow(path);
    expect(() => load()).not.toThrow("hunter2");
  });

  test("that is named and not there, or is a folder, is refused", () => {
    for (const named of [join(folder, "nowhere.env"), folder])
      expect(() => load({ AMPLIFY_ENV: named })).toThrow(`The settings in ${named} cannot be read`);
  });

  test("which holds a secret that everybody on the machine can read is told", () => {
    const path = write("AMPLIFY_SYSTEM_SMTP=smtp://ada:pw@mail.example.com?from=ada@example.com\n");
    expect(load().warnings).toEqual([]);
    chmodSync(path, 0o644);
    expect(load().warnings.map(remarkInWords)).toEqual([expect.stringContaining(`chmod 600 ${path}`)]);
    writeFileSync(path, "PORT=9000\n");
    expect(load().warnings).toEqual([]);
  });
});

describe("a variable that is no setting", () => {
  test.each([
    ["AMPLIFY_SINGUP", "AMPLIFY_SIGNUP"],
    ["amplify_signup", "AMPLIFY_SIGNUP"],
    ["AMPLFY_KEY", "AMPLIFY_KEY"],
    ["AMPLIFY_DATA_DIR", "AMPLIFY_DATA"],
    ["AMPLIFY_PRIVATE", "AMPLIFY_PRIVATE_HOSTS"],
    ["AMPLIFY_SEVER", "AMPLIFY_SERVER"],
    ["AMPLIFY_DATABASE_URL", "DATABASE_URL"],
    ["AMPLIFY_HOST", "HOST"],
  ])("such as %s is refused where it can only be a slip, with %s named", (name, meant) => {
    expect(() => load({ [name]: "off" })).toThrow(`There is no setting ${name}. Did you mean ${meant}?`);
  });

  test("is told with the nearest one where it may be something else", () => {
    expect(load({ AMPLIFY_SIGN_UPS_OFF: "1" }).warnings.map(remarkInWords)).toEqual([
      "There is no setting AMPLIFY_SIGN_UPS_OFF, so it does nothing. The nearest is AMPLIFY_SIGNUP.",
    ]);
    expect(
      load({
        PATH: "/bin",
        AMPLIFY: "1",
        HOSTS: "a",
        AMPLIFY_TOKEN: "t",
        AMPLIFY_SERVER: "s",
        AMPLIFY_PROFILE: "p",
      }).warnings,
    ).toEqual([]);
  });

  test.each([
    ["AMPLIFY_FOO", ""],
    ["AMPLIFY_X", ""],
    ["AMPLIFY_MODE", ""],
  ])("such as %s is no slip for a short setting, and one is named only where it is near", (name, named) => {
    expect(load({ [name]: "1" }).warnings.map(remarkInWords)).toEqual([
      `There is no setting ${name}, so it does nothing.${named}`,
    ]);
  });

  test("is told and no more where Kubernetes sets it beside a service that is called amplify", () => {
    const address = "tcp://10.0.0.1:8000";
    const set = {
      AMPLIFY_SERVICE_HOST: "10.0.0.1",
      AMPLIFY_SERVICE_PORT: "8000",
      AMPLIFY_PORT_8000_TCP: address,
    };
    expect(load({ ...set, AMPLIFY_PORT: address }).warnings.map(remarkInWords)).toContain(
      "There is no setting AMPLIFY_PORT, so it does nothing. The nearest is PORT.",
    );
  });

  test("because it has our prefix, or has it not, is refused in the file with the setting named", () => {
    for (const [line, meant] of [
      ["SIGNUP=off", "AMPLIFY_SIGNUP"],
      ["AMPLIFY_PORT=9000", "PORT"],
    ] as const) {
      write(line);
      expect(() => load()).toThrow(`Did you mean ${meant}?`);
    }
  });

  test("is refused or told in the file too, whoever's it is", () => {
    const path = write("SUPORT_ADDRESS=help@example.com\n");
    expect(() => load()).toThrow(
      `There is no setting SUPORT_ADDRESS in ${path}. Did you mean SUPPORT_ADDRESS?`,
    );
    write("TZ=Europe/Berlin\nAMPLIFY_SERVER=https://mail.example.com\n");
    expect(load().warnings.map((warning) => /setting (\w+) in/.exec(remarkInWords(warning))?.[1])).toEqual([
      "TZ",
      "AMPLIFY_SERVER",
    ]);
  });
});
