/** A reason inside another one: the words of a server stand with the outer one. */
export type Inner = { code: string; params: Params };

type Param = string | number | boolean | null | Inner | readonly string[] | readonly Inner[];
export type Params = { readonly [name: string]: Param };

/** A reason as it comes from elsewhere: a newer version may have codes, and parameters, that are not known here. */
export type Cause = { code: string; params: Params; reply: string | null };

/** Nothing more is to be said of it than its code. */
export type Nothing = Record<never, never>;

/** What a parameter can be, by the word that declares it. */
type Kinds = {
  text: string;
  "text?": string | null;
  /** A text that was not kept from the first day on: what an earlier version wrote does not have it. */
  addedText: string | null;
  texts: readonly string[];
  number: number;
  "number?": number | null;
  boolean: boolean;
  reason: Inner;
  reasons: readonly Inner[];
};
type Kind = keyof Kinds | readonly string[];

/**
 * What a reason is said with: for each parameter what it is, or the words that it is one of. Its type and the check of
 * what was stored or sent are both made of this.
 */
export type Shape = { readonly [name: string]: Kind };
export type Shapes = { readonly [code: string]: Shape };

type ParamOf<K> = K extends keyof Kinds ? Kinds[K] : K extends readonly (infer Word)[] ? Word : never;
export type ParamsOf<S> = { -readonly [Name in keyof S]: ParamOf<S[Name]> };

/** The parameters of every code that is declared. */
export type ReasonsOf<Declared> = { [Code in keyof Declared]: ParamsOf<Declared[Code]> };

/** The same of refusals, which are listed by what they are refused as; some have no parameters. */
export type RefusalsOf<Codes, Declared> = {
  [Code in keyof Codes]: Code extends keyof Declared ? ParamsOf<Declared[Code]> : Nothing;
};

/** Whether somebody else's parameters can be said: all that are declared are there and are what they have to be. */
export function fits(shape: Shape, params: unknown): params is Params {
  return isRecord(params) && Object.entries(shape).every(([name, kind]) => isOf(kind, params[name]));
}

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind !== "string") return kind.includes(value as string);
  switch (kind) {
    case "text?":
      return value === null || typeof value === "string";
    case "number?":
      return value === null || Number.isFinite(value);
    case "addedText":
      return value === undefined || value === null || typeof value === "string";
    case "text":
      return typeof value === "string";
    case "number":
      return Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "reason":
      return isInner(value);
    case "texts":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "reasons":
      return Array.isArray(value) && value.every(isInner);
  }
}

/** A reason that was stored or sent, in the form that one has; null for what is none at all. */
export function causeIn(value: unknown): Cause | null {
  if (!isRecord(value) || typeof value.code !== "string") return null;
  const { code, params, reply } = value;
  return {
    code,
    params: isRecord(params) ? (params as Params) : {},
    reply: typeof reply === "string" ? reply : null,
  };
}

/** The same of one that was kept: of what is none the words are left, if it is words. */
export function storedCause(value: unknown): Cause {
  return causeIn(value) ?? { code: "other", params: {}, reply: typeof value === "string" ? value : null };
}

function isInner(value: unknown): value is Inner {
  return isRecord(value) && typeof value.code === "string" && isRecord(value.params);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
