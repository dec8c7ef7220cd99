import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { siteLimits } from "../../../contract/limits/site.ts";
import type { Language } from "../../../contract/texts/language.ts";
import { routes } from "../../../pages/routes.ts";
import { languageFor } from "../../../pages/shell/language.ts";
import { type Theme, themes, type View } from "../../../pages/shell/view.ts";
import type { Encoding } from "../../build/asset.ts";
import { acceptedEncoding } from "./acceptedEncoding.ts";
import { contentTag, matches } from "./contentTag.ts";
import { createRenderer } from "./renderPage.tsx";

/**
 * What a public page is made of, all of it: who asks is not among it, only which plan they have, so that nothing of a
 * person can get into a page that others are given.
 */
type Form = {
  path: string;
  language: Language;
  theme: Theme | undefined;
  status: string | undefined;
  /** As the browser takes it; undefined for the bytes as they are. */
  encoding: Encoding | undefined;
};

type Kept = { bytes: Uint8Array<ArrayBuffer>; etag: string; headers: Headers };

export type PublicPages = {
  /** Whether a path is a page that is the same for everybody who has the same plan. */
  has(path: string): boolean;
  /** Null where this visitor is sent elsewhere. */
  answer(request: Request, asked: Pick<Form, "path" | "status"> & { id: string }): Promise<Response | null>;
};

/** As small as it gets: it is done once. */
const pressing = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Public pages, rendered and pressed once for each form that they have, and kept. `always` are the headers that every
 * answer has; `idHeader` names the one that names a request.
 */
export function createPublicPages(
  options: Parameters<typeof createRenderer>[0] & {
    always: Readonly<Record<string, string>>;
    idHeader: string;
  },
): PublicPages {
  const render = createRenderer(options);
  const { languageOf = languageFor } = options;
  const kept = new Map<string, Promise<Kept>>();
  const encodingFor = createEncodings();
  const pages = new Map(Object.entries(routes).filter(([, { access }]) => access !== "signedIn"));

  async function made({ path, theme, status, encoding }: Form): Promise<Kept> {
    const page = pages.get(path);
    if (page === undefined) throw new Error(`${path} is no public page`);
    const plain = new TextEncoder().encode(render(page, viewOf({ path, theme, status })));
    return keptAs(plain, { encoding, always: options.always });
  }

  function formOf(form: Form): Promise<Kept> {
    // None of them has a blank in it.
    const key = `${form.path} ${form.language} ${form.theme} ${form.status} ${form.encoding}`;
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
      const seen = { path, status, theme: themeIn(headers.get("cookie")) };
      const page = await formOf({
        ...seen,
        language: languageOf(viewOf(seen)),
        encoding: encodingFor(headers.get("accept-encoding") ?? undefined),
      });
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

/** A signed-in visitor also has an id and a role; a page that shows these is not public. */
function viewOf({ path, theme, status }: Pick<Form, "path" | "theme" | "status">): View {
  return { path, theme, viewer: status === undefined ? undefined : { uid: "", role: "", status } };
}

async function keptAs(
  plain: Uint8Array<ArrayBuffer>,
  { encoding: asked, always }: { encoding: Encoding | undefined; always: Readonly<Record<string, string>> },
): Promise<Kept> {
  const encoding = plain.length < siteLimits.compressFromBytes ? undefined : asked;
  const bytes = encoding === undefined ? plain : new Uint8Array(await pressing[encoding](plain));
  const etag = `"${contentTag(plain)}${encoding === undefined ? "" : `-${encoding}`}"`;
  const headers = new Headers({
    ...always,
    "content-type": "text/html; charset=UTF-8",
    // The same address looks different with another cookie, so a browser may keep it but must ask again.
    "cache-control": "private, no-cache",
    vary: "cookie, accept-encoding",
    etag,
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  });
  return { bytes, etag, headers };
}

/** What browsers send is the same few texts again and again. */
function createEncodings(): typeof acceptedEncoding {
  const known = new Map<string | undefined, Encoding | undefined>();
  return (header) => {
    if (known.has(header)) return known.get(header);
    const encoding = acceptedEncoding(header);
    if (known.size >= siteLimits.formsKept) known.clear();
    if (header === undefined || header.length <= siteLimits.encodingsChars) known.set(header, encoding);
    return encoding;
  };
}

/** Searched for directly: most visitors have chosen none, and their cookies need not be parsed for that. */
function themeIn(cookie: string | null): Theme | undefined {
  const chosen = cookie === null ? undefined : /(?:^|;)\s*theme=([a-z]+)\s*(?:;|$)/.exec(cookie)?.[1];
  return themes.find((theme) => theme === chosen);
}
