import type { ZodType, z } from "zod";
import type { Tag } from "./endpoints/tags.ts";
import type { ErrorCode } from "./errors.ts";
import type { KeyScope } from "./identity/keys.ts";
import type { rateLimits } from "./limits/http.ts";
import type { PlainCode, Reason } from "./reasons.ts";
import type { ListHow } from "./schemas/lists.ts";

type MediaType = `${string}/${string}`;

/**
 * One call of the product. It stands in a record under its method and path, as in `"PUT /templates/{id}"`;
 * the server's validation, the handlers' types, the OpenAPI document and the typed client all come from it.
 */
export type Endpoint = {
  tag: Tag;
  summary: string;
  /** "api" is for those who may open the API tab, "admin" for those who run the installation. */
  access: "public" | "session" | "api" | "admin";
  /**
   * The call means whoever makes it and not only the workspace that they work in: their account, a mail to themselves,
   * what an administrator may. Only such a call's handler is told who it is.
   */
  person?: true;
  /**
   * What a key needs to make it: reading for GET and writing for the rest unless said. "none" is for what means a person:
   * no key makes it.
   */
  keyScope?: KeyScope | "none";
  /** It chooses who else is told what a key may otherwise only read, so a key has to be one that reads as well. */
  readsToo?: true;
  /** The handler knows keys that are kept to some collections or accounts; no other call is such a key's. */
  keyBounds?: true;
  /** "any" lets other sites and mail providers post here (RFC 8058); everything else is for our own origin. */
  origin?: "own" | "any";
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** How the body comes; JSON unless said. "bytes" is a file as it is, which the handler takes in piece by piece. */
  bodyType?: "json" | "file" | "form" | "bytes";
  bodyLimit?: "jsonBytes" | "signInBytes" | "templateBytes" | "bulkBytes" | "importBytes";
  /**
   * Mails may go out because of it, which whoever merely tries it is asked about first: from the account that the body
   * names by `credentialId`, so that it is known when that is the sandbox, or from one that is settled elsewhere.
   */
  sendsMail?: "from named account" | "from another";
  /** Whether the header `Idempotency-Key` makes a repeated call the first one. */
  takesIdempotencyKey?: true;
  rate?: Exclude<keyof typeof rateLimits, "keysMax" | "householdsPerSite">;
  /** Counted under its own `rate` alone, and not among the calls that a person has in a minute. */
  countedApart?: true;
  status?: 200 | 201 | 302 | 202;
  /** A zod schema for JSON; a media type for anything else. */
  answer: ZodType | MediaType;
  /** The answer is a list; see `ListHow`. Every GET that answers one has it. */
  list?: ListHow;
  /** Media types that a query or a body can ask for in the answer's place. */
  otherAnswers?: readonly MediaType[];
  refusals?: readonly ErrorCode[];
  /**
   * Why a call is refused, with 400, that its schemas allow: rules over what only the server knows. An ellipsis stands
   * for what differs from call to call.
   */
  refusedWith?: readonly (PlainCode | Reason)[];
  /** What is not found is told to a person who followed a link, on a page. */
  notFoundPage?: true;
};

type Infer<T> = T extends ZodType ? z.infer<T> : undefined;
type Input<T> = T extends ZodType ? z.input<T> : undefined;

/** What a handler receives once the call has been checked. */
export type Received<E extends Endpoint> = {
  params: Infer<E["params"]>;
  query: Infer<E["query"]>;
  body: Infer<E["body"]>;
};

/** What a JSON call answers. */
export type Answer<E extends Endpoint> = E["answer"] extends ZodType ? z.input<E["answer"]> : Response;

type Present<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** What a caller gives: only the parts that the endpoint has, and optional where every field is. */
export type Call<E extends Endpoint> = Present<"params", Input<E["params"]>> &
  Present<"query", Input<E["query"]>> &
  Present<"body", Body<E>>;

type Body<E extends Endpoint> = E["bodyType"] extends "file"
  ? FormData
  : E["bodyType"] extends "bytes"
    ? Blob
    : Input<E["body"]>;
