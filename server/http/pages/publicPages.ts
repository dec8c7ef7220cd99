import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { siteLimits } from "../../../contract/limits/site.ts";
import { routes } from "../../../pages/routes.ts";
import { type Theme, themes } from "../../../pages/shell/view.ts";
import type { Encoding } from "../../build/asset.ts";
import { acceptedEncoding } from "./acceptedEncoding.ts";
import { contentTag, matches } from "./contentTag.ts";
import type { PagesOptions } from "./pagesOptions.ts";
import { createRenderer } from "./renderPage.tsx";

/**
 * What a public page is made of, all of it: who asks is not among it, only which plan they have, so that nothing of a
 * person can get into a page that others are given.
 */
type Form = { path: string; theme: Theme | undefined; status: string | undefined };

type Kept = { bytes: Uint8Array<ArrayBuffer>; etag: string; headers: Headers };
type Encoded = Record<Encoding | "identity", Kept>;

export type PublicPages = {
  /** Whether a path is a page that is the same for everybody who has the same plan. */
  has(path: string): boolean;
  /** Null where this visitor is sent elsewhere. */
  answer(request: Request, asked: Omit<Form, "theme"> & { id: string }): Promise<Response | null>;
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Public pages, rendered and pressed once for each form that they have, and kept. `always` are the headers that every
 * answer has; `idHeader` names the one that names a request.
 */
export function createPublicPages(
  options: Pick<PagesOptions, "assets" | "registry" | "facts"> & {
    always: Readonly<Record<string, string>>;
    idHeader: string;
  },
): PublicPages {
  const render = createRenderer(options);
  const kept = new Map<string, Promise<Encoded>>();
  const pages = new Map(Object.entries(routes).filter(([, { access }]) => access !== "signedIn"));

  async function made({ path, theme, status }: Form): Promise<Encoded> {
    const page = pages.get(path);
    if (page === undefined) throw new Error(`${path} is no public page`);
    // Whoever is signed in has an id and a role, too; a page that shows them is not public.
    const viewer = status === undefined ? undefined : { uid: "", role: "", status };
    const plain = new TextEncoder().encode(render(page, { path, theme, viewer }));
    return encodedOf(plain, options.always);
  }

  function formOf(form: Form): Promise<Encoded> {
    const key = `${form.path}\n${form.theme ?? ""}\n${form.status ?? ""}\n${form.status === undefined}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= siteLimits.formsKept) kept.clear();
    const making = made(form);
    kept.set(key, making);
    // What could not be made is tried again.
    making.catch(() => kept.delete(key));
    return making;
  }

  return {
    has: (path) => pages.has(path),
    async answer(request, { path, status, id }) {
      if (status !== undefined && pages.get(path)?.access === "signedOut") return null;
      const { headers } = request;
      const forms = await formOf({ path, theme: themeIn(headers.get("cookie")), status });
      const page = forms[acceptedEncoding(headers.get("accept-encoding") ?? undefined) ?? "identity"];
      const isKnown = matches(headers.get("if-none-match") ?? undefined, page.etag);
      const hasBody = !isKnown && request.method === "GET";
      const answer = new Response(hasBody ? page.bytes : null, {
        status: isKnown ? 304 : 200,
        headers: page.headers,
      });
      if (request.method === "HEAD" && !isKnown)
        answer.headers.set("content-length", String(page.bytes.length));
      answer.headers.set(options.idHeader, id);
      return answer;
    },
  };
}

async function encodedOf(
  plain: Uint8Array<ArrayBuffer>,
  always: Readonly<Record<string, string>>,
): Promise<Encoded> {
  const tag = contentTag(plain);
  const keptAs = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null): Kept => {
    const etag = `"${tag}${encoding === null ? "" : `-${encoding}`}"`;
    const headers = new Headers({
      ...always,
      "content-type": "text/html; charset=UTF-8",
      // The same address looks different with another cookie, so a browser may keep it but must ask again.
      "cache-control": "private, no-cache",
      vary: "cookie, accept-encoding",
      etag,
      ...(encoding === null ? {} : { "content-encoding": encoding }),
    });
    return { bytes, etag, headers };
  };
  const identity = keptAs(plain, null);
  if (plain.length < siteLimits.compressFromBytes) return { identity, br: identity, gzip: identity };
  const [br, gz] = await Promise.all([brotli(plain), gzipped(plain)]);
  return { identity, br: keptAs(new Uint8Array(br), "br"), gzip: keptAs(new Uint8Array(gz), "gzip") };
}

/** Looked for by hand: most visitors have chosen none, and need no whole list of their cookies for that. */
function themeIn(cookie: string | null): Theme | undefined {
  const chosen = cookie === null ? undefined : /(?:^|;)\s*theme=([a-z]+)\s*(?:;|$)/.exec(cookie)?.[1];
  return themes.find((theme) => theme === chosen);
}
