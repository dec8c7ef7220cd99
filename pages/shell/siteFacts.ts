import type { ApiDocument } from "../reference/apiDocument.ts";

/** What somebody said about this installation, with the name they gave leave to print. */
export type Testimonial = { quote: string; name: string; role?: string | undefined };

/** One figure of the front page: "10K+" and "users". */
export type Statistic = { value: string; label: string };

/** What is the same on every page while the server runs, and differs from one installation to the next. */
export type SiteFacts = {
  /** Where mail to the people who run this installation goes. */
  supportAddress: string;
  /** The origin people reach it at, without a slash at the end; search engines are told this one. */
  publicUrl: string;
  /** Claims of the front page; none where the installation makes none. */
  statistics: readonly Statistic[];
  /** Nobody is made up: without any, the front page says what its makers answer for. */
  testimonials: readonly Testimonial[];
  /** Whether this installation can mail somebody a link to a new password. */
  mailsPasswordLinks: boolean;
  /** Whether somebody new may make an account here. */
  takesNewcomers: boolean;
  /** Null where nobody can sign in with Google. */
  googleClientId: string | null;
  /** Whether Microsoft accounts can be connected. */
  connectsMicrosoft: boolean;
  /** Whether what somebody may use goes by their plan; else everybody has everything. */
  hasPlans: boolean;
  /** Null where only the built-in editor is used. */
  unlayerProjectId: number | null;
  /** `/openapi.json`, of which the reference is made. */
  apiDocument: () => ApiDocument;
};
