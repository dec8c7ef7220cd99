import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InstallationFault } from "../contract/installation/InstallationFault.ts";
import { remark } from "../contract/installation/remark.ts";
import { siteLimits } from "../contract/limits/site.ts";
import { parseJson } from "../contract/parseJson.ts";
import { issueDetail } from "../contract/reasons.ts";
import type { ApiDocument } from "../pages/reference/apiDocument.ts";
import type { SiteFacts, Testimonial } from "../pages/shell/siteFacts.ts";
import { openApiDocument } from "./http/openApi/openApiDocument.ts";
import type { Settings } from "./settings/settings.ts";

const { quoteMax, quotedNameMax, testimonialsMax } = siteLimits;
const testimonialsFile = z
  .array(
    z.strictObject({
      quote: z.string().trim().min(1).max(quoteMax),
      name: z.string().trim().min(1).max(quotedNameMax),
      role: z.string().trim().min(1).max(quotedNameMax).optional(),
    }),
  )
  .max(testimonialsMax);

/**
 * What the public pages say of this installation, read once at start; its address is known only once a port is open.
 * @throws {Error} that names the file of testimonials and what is wrong with it.
 */
export async function loadSiteFacts(
  settings: Pick<
    Settings,
    | "supportAddress"
    | "statistics"
    | "testimonialsFile"
    | "systemSmtp"
    | "signup"
    | "google"
    | "microsoft"
    | "plans"
    | "unlayerProjectId"
    | "publicUrl"
  >,
): Promise<Omit<SiteFacts, "publicUrl">> {
  const { supportAddress, statistics, testimonialsFile: path } = settings;
  // Made when somebody opens the reference, and once.
  let document: ApiDocument | undefined;
  return {
    supportAddress,
    statistics,
    testimonials: path === null ? [] : await readTestimonials(path),
    mailsPasswordLinks: settings.systemSmtp !== null,
    takesNewcomers: settings.signup,
    googleClientId: settings.google?.clientId ?? null,
    connectsMicrosoft: settings.microsoft !== null,
    hasPlans: settings.plans,
    unlayerProjectId: settings.unlayerProjectId,
    apiDocument: () => (document ??= openApiDocument(settings) as unknown as ApiDocument),
  };
}

/** @throws {InstallationFault} that names the file and what is wrong with it. */
export async function readTestimonials(path: string): Promise<Testimonial[]> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw new InstallationFault(remark("testimonialsUnread", { path }), { cause });
  });
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new InstallationFault(remark("testimonialsNotJson", { path }), { cause });
  }
  const read = testimonialsFile.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const at = issue?.path.join(".") ?? "";
  throw new InstallationFault(
    remark("testimonialsWrong", { path, at, detail: issueDetail(issue?.message ?? "") }),
  );
}
