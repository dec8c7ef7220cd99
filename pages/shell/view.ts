import type { SiteFacts } from "./siteFacts.ts";

/** The themes a visitor may choose; without a choice the page follows the system. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The signed-in person, as far as a page needs to know. */
export type Viewer = {
  uid: string;
  status: string;
  role: string;
  firstName?: string;
  lastName?: string;
  email?: string;
};

/** For whom and where a page is rendered. */
export type View = {
  /** The path of the page, as in `pages/routes.ts`. */
  path: string;
  viewer: Viewer | undefined;
  theme: Theme | undefined;
};

export type PageProps = { view: View; facts: SiteFacts };
