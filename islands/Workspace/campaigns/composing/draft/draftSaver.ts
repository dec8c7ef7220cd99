import type { Client } from "../../../../../contract/client.ts";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import type { CampaignMail, MailChange } from "../../../../../contract/schemas/campaignMail.ts";
import type { CampaignPlan, PlanContent } from "../../../../../contract/schemas/campaignPlan.ts";
import { blankMail, contentOf, listedMail, withLines } from "./draftMails.ts";
import { planFrom } from "./planFrom.ts";
import { type SaveState, stateAfter } from "./saveState.ts";
import { UnansweredSaves } from "./unansweredSaves.ts";

type MailLine = Pick<CampaignMail, "subject" | "preview">;
export type MailContent = Pick<CampaignMail, "html" | "design">;

/** A campaign as shown on the page: the server's state with later changes. */
export type Draft = {
  plan: CampaignPlan;
  save: SaveState;
  /** Why it could not be saved. */
  message: string;
  /** The contents that were loaded, by variant. */
  mails: ReadonlyMap<string, CampaignMail>;
  /** Changes whenever everything is loaded again. */
  session: number;
};

/** Changes of one mail that are to be saved; `content` is called only then, since rendering is expensive. */
type MailWork = {
  line: Partial<MailLine>;
  template?: string;
  content?: () => Promise<MailContent>;
};

type Ports = { client: Client; sentenceOf: (error: unknown) => string };

/**
 * Saves a campaign while it is composed: changes are collected and sent, one call at a time, once nothing was typed for a
 * moment. The plan goes first, since a mail belongs to a variant that the plan names. What could not be sent is kept and
 * tried again.
 */
export class DraftSaver {
  readonly #ports: Ports;
  readonly #params: { id: string };
  readonly #listeners = new Set<() => void>();
  #draft: Draft;
  #planWork: Partial<PlanContent> = {};
  #mailWork = new Map<string, MailWork>();
  readonly #unanswered = new UnansweredSaves();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #under: Promise<boolean> | null = null;
  #retryMs: number = composingLimits.retryMs;
  #isOpen = true;

  constructor(plan: CampaignPlan, ports: Ports) {
    this.#ports = ports;
    this.#params = { id: plan._id };
    this.#draft = { plan, save: "saved", message: "", mails: new Map(), session: 0 };
  }

  snapshot = (): Draft => this.#draft;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Stops trying again, once the page is left. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) clearTimeout(this.#timer);
  }

  change(part: Partial<PlanContent>): void {
    this.#planWork = { ...this.#planWork, ...part };
    this.#put({ plan: { ...this.#draft.plan, ...part } });
    this.#touched();
  }

  changeLine(variantId: string, line: Partial<MailLine>): void {
    const work = this.#mailWork.get(variantId);
    this.#mailWork.set(variantId, { ...work, line: { ...work?.line, ...line } });
    const { mails } = this.#draft.plan;
    const isKnown = mails.some((mail) => mail.variantId === variantId);
    this.#putMails(isKnown ? mails : [...mails, blankMail(variantId)]);
    this.#touched();
  }

  /** Sets the content of a mail; the function is called when it is saved. */
  write(variantId: string, content: () => Promise<MailContent>): void {
    const { template: _, ...work } = this.#mailWork.get(variantId) ?? { line: {} };
    this.#mailWork.set(variantId, { ...work, content });
    this.#touched();
  }

  /** Copies a content to start from; it no longer belongs to a template. A design is rendered by the server. */
  begin(variantId: string, { html, design }: MailContent): void {
    const { subject, preview } = this.#listed(variantId) ?? blankMail(variantId);
    const version = this.#versionOf(variantId);
    const mail = { variantId, subject, preview, html, design, templateId: null, version, updatedAt: 0 };
    this.#put({ mails: new Map(this.#draft.mails).set(variantId, mail) });
    if (design !== null) this.write(variantId, () => this.#drawn(design));
  }

  takeTemplate(variantId: string, template: string): Promise<boolean> {
    const { content: _, ...work } = this.#mailWork.get(variantId) ?? { line: {} };
    this.#mailWork.set(variantId, { ...work, template });
    this.#touched();
    return this.save();
  }

  async loadMail(variantId: string): Promise<void> {
    this.#hold(await this.#loadedMail(variantId));
  }

  /** Saves all changes at once; resolves with true if everything is saved. */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#draft.save === "clash") return Promise.resolve(false);
    if (this.#under !== null) return this.#under;
    if (!this.#hasWork()) return Promise.resolve(true);
    this.#under = this.#sendAll().finally(() => {
      this.#under = null;
    });
    return this.#under;
  }

  /** Saves all changes and then this one. If it is refused the caller reports that, and it is discarded. */
  async saveNow(part: Partial<PlanContent>): Promise<void> {
    if (!(await this.save())) return;
    const sent = this.#sendPlan(part).then(() => true);
    this.#under = sent
      .catch(() => false)
      .finally(() => {
        this.#under = null;
        if (this.#hasWork()) this.#touched();
      });
    await sent;
  }

  async #sendPlan(part: Partial<PlanContent>): Promise<void> {
    const body = { version: this.#draft.plan.version, ...part };
    const call = { params: this.#params, body };
    const answer = await this.#ports.client("PUT /amplify/campaigns/{id}/plan", call);
    this.#put({ plan: { ...planFrom(answer), ...this.#planWork } });
    this.#putMails(answer.mails);
  }

  /** Takes over the server's current state, unless there are unsaved changes here. */
  async refresh(): Promise<CampaignPlan> {
    const plan = await this.#load();
    if (!this.#hasWork() && this.#under === null) this.#put({ plan });
    return plan;
  }

  /**
   * Another page, or another person, has changed it: what is saved is shown, unless there are unsaved changes here. Their
   * save is refused then, and the person decides.
   */
  async follow(seen: CampaignPlan): Promise<void> {
    if (!this.#isAtRest() || !this.#isBehind(seen)) return;
    const plan = await this.#load();
    if (!this.#isAtRest() || !this.#isBehind(plan)) return;
    // Fields and editors hold what they were opened with. A start changes none of that, and keeps them.
    const { session } = this.#draft;
    this.#put({ plan, ...(this.#saysOther(plan) ? { mails: new Map(), session: session + 1 } : {}) });
  }

  adopt(plan: CampaignPlan): void {
    this.#put({ plan });
  }

  /** After a conflict: the changes made here replace those saved elsewhere. */
  async keepMine(): Promise<boolean> {
    const plan = { ...(await this.#load()), ...this.#planWork };
    this.#put({ plan, mails: new Map(), save: "unsaved", message: "" });
    this.#putMails(plan.mails);
    return this.save();
  }

  /** After a conflict: keeps what was saved elsewhere, and discards the changes made here. */
  async takeTheirs(): Promise<void> {
    const plan = await this.#load();
    this.#unanswered.forget();
    this.#planWork = {};
    this.#mailWork = new Map();
    this.#put({ plan, mails: new Map(), save: "saved", message: "", session: this.#draft.session + 1 });
  }

  #isAtRest(): boolean {
    return !this.#hasWork() && this.#under === null && this.#draft.save !== "clash";
  }

  #isBehind(plan: CampaignPlan): boolean {
    const { state, version } = this.#draft.plan;
    return plan.state !== state || plan.version > version || this.#hasNewerMail(plan);
  }

  #hasNewerMail({ mails }: CampaignPlan): boolean {
    return mails.some((mail) => mail.version > this.#versionOf(mail.variantId));
  }

  #saysOther(plan: CampaignPlan): boolean {
    const content = (of: CampaignPlan) => JSON.stringify(contentOf(of));
    return this.#hasNewerMail(plan) || content(plan) !== content(this.#draft.plan);
  }

  #put(part: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...part };
    for (const listener of this.#listeners) listener();
  }

  /** The list of mails, each with its subject as currently typed. */
  #putMails(mails: CampaignPlan["mails"]): void {
    this.#put({ plan: { ...this.#draft.plan, mails: withLines(mails, this.#mailWork) } });
  }

  /** A mail as the server has it now. */
  #hold(mail: CampaignMail): void {
    this.#put({ mails: new Map(this.#draft.mails).set(mail.variantId, mail) });
    const others = this.#draft.plan.mails.filter(({ variantId }) => variantId !== mail.variantId);
    this.#putMails([...others, listedMail(mail)]);
  }

  #listed(variantId: string): CampaignPlan["mails"][number] | undefined {
    return this.#draft.plan.mails.find((mail) => mail.variantId === variantId);
  }

  #versionOf(variantId: string): number {
    return this.#draft.mails.get(variantId)?.version ?? this.#listed(variantId)?.version ?? 0;
  }

  /** The first mail to be saved; of a variant that was taken away nothing is, unless it comes back. */
  #nextMail(): [string, MailWork] | undefined {
    const { steps, nextSteps } = this.#draft.plan;
    const all = [...steps, ...(nextSteps ?? [])];
    const there = new Set(all.flatMap(({ variants }) => variants.map(({ id }) => id)));
    return [...this.#mailWork].find(([variantId]) => there.has(variantId));
  }

  #hasPlanWork = (): boolean => Object.keys(this.#planWork).length > 0;
  #hasWork = (): boolean => this.#hasPlanWork() || this.#nextMail() !== undefined;

  #touched(): void {
    // After a conflict a person has to decide which version to keep.
    if (this.#draft.save === "clash") return;
    this.#put({ save: this.#under === null ? "unsaved" : "saving", message: "" });
    this.#later(composingLimits.saveAfterMs);
  }

  #later(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => void this.save(), waitMs);
  }

  async #sendAll(): Promise<boolean> {
    this.#put({ save: "saving", message: "" });
    try {
      while (this.#hasWork()) {
        const mail = this.#nextMail();
        if (this.#hasPlanWork() || mail === undefined) await this.#savePlan();
        else await this.#saveMail(...mail);
      }
      this.#retryMs = composingLimits.retryMs;
      this.#put({ save: "saved" });
      return true;
    } catch (error) {
      const save = stateAfter(error);
      this.#put({ save, message: this.#ports.sentenceOf(error) });
      if (save === "failed") {
        this.#later(this.#retryMs);
        this.#retryMs = Math.min(2 * this.#retryMs, composingLimits.retryMaxMs);
      }
      return false;
    }
  }

  async #savePlan(): Promise<void> {
    const sent = this.#planWork;
    this.#planWork = {};
    this.#unanswered.note(sent);
    try {
      const body = { version: this.#draft.plan.version, ...sent };
      const answer = await this.#ports.client("PUT /amplify/campaigns/{id}/plan", {
        params: this.#params,
        body,
      });
      this.#unanswered.forget();
      // Typed text is not replaced by the saved one: a trailing space would disappear at the cursor.
      this.#put({ plan: { ...planFrom(answer), ...contentOf(this.#draft.plan) } });
      this.#putMails(answer.mails);
    } catch (error) {
      this.#planWork = { ...sent, ...this.#planWork };
      const plan = await this.#ownSave(error, () => this.#load());
      this.#put({ plan: { ...plan, ...this.#planWork } });
      this.#putMails(plan.mails);
    }
  }

  async #saveMail(variantId: string, work: MailWork): Promise<void> {
    this.#mailWork.delete(variantId);
    try {
      const content = work.content === undefined ? {} : await work.content();
      const body: MailChange = {
        version: this.#versionOf(variantId),
        ...work.line,
        ...(work.template === undefined ? {} : { templateId: work.template }),
        ...content,
      };
      const { version: _, ...sent } = body;
      this.#unanswered.note({ variantId, ...sent });
      const params = { ...this.#params, variantId };
      const answer = await this.#ports.client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
        params,
        body,
      });
      this.#unanswered.forget();
      this.#hold(answer);
    } catch (error) {
      const since = this.#mailWork.get(variantId);
      this.#mailWork.set(variantId, { ...work, ...since, line: { ...work.line, ...since?.line } });
      this.#hold(await this.#ownSave(error, () => this.#loadedMail(variantId)));
    }
  }

  /**
   * A conflict with what was sent from here and is saved, though its answer was lost, is none: what is saved, to go on from.
   * @throws the error, where it is another.
   */
  async #ownSave<Saved extends object>(error: unknown, load: () => Promise<Saved>): Promise<Saved> {
    if (stateAfter(error) !== "clash") throw error;
    const saved = await load();
    if (!this.#unanswered.isIn(saved)) throw error;
    this.#unanswered.forget();
    return saved;
  }

  async #drawn(design: unknown): Promise<MailContent> {
    const { html } = await this.#ports.client("POST /templates/render", { body: { design } });
    return { html, design };
  }

  #loadedMail(variantId: string): Promise<CampaignMail> {
    const params = { ...this.#params, variantId };
    return this.#ports.client("GET /amplify/campaigns/{id}/mails/{variantId}", { params });
  }

  async #load(): Promise<CampaignPlan> {
    const params = this.#params;
    return planFrom(await this.#ports.client("GET /amplify/campaigns/{id}/plan", { params }));
  }
}
