import type { ComponentType } from "react";
import { textsIn } from "../contract/texts/language.ts";
import { titleTexts } from "../contract/texts/pages/titles.ts";
import { Contact } from "./public/Contact.tsx";
import { Landing } from "./public/Landing.tsx";
import { Pricing } from "./public/Pricing.tsx";
import { Privacy } from "./public/Privacy.tsx";
import { Terms } from "./public/Terms.tsx";
import { StyleguidePage } from "./StyleguidePage.tsx";
import type { PageProps } from "./shell/view.ts";
import { Account } from "./signed/Account.tsx";
import { Forgot } from "./signed/Forgot.tsx";
import { Login } from "./signed/Login.tsx";
import { Reset } from "./signed/Reset.tsx";
import { SignUp } from "./signed/SignUp.tsx";
import { Workspace } from "./signed/Workspace.tsx";

export type PageRoute = {
  component: ComponentType<PageProps>;
  title: string;
  description: string;
  /**
   * `everyone`; `signedOut` pages send a signed-in person to /app; `signedIn` pages send everyone else to /
   * (specification, section 2).
   */
  access: "everyone" | "signedOut" | "signedIn";
  /** Somebody gets there by a link of ours, and by no search engine. */
  unlisted?: true;
};

/** Every shared part on one page; it has an address in development only. */
export const styleguide: Omit<PageRoute, "access"> = {
  component: StyleguidePage,
  title: "Amplify | Style guide",
  description: "Every shared part, to be looked at and measured.",
};

const titles = textsIn("en")(titleTexts);

/** Every page by its path. A page is a component and a line here. */
export const routes: Readonly<Record<string, PageRoute>> = {
  "/": {
    component: Landing,
    ...titles.landing,
    access: "everyone",
  },
  "/login": {
    component: Login,
    ...titles.login,
    access: "signedOut",
  },
  "/signup": {
    component: SignUp,
    ...titles.signUp,
    access: "signedOut",
  },
  "/pricing": {
    component: Pricing,
    ...titles.pricing,
    access: "everyone",
  },
  "/contact": {
    component: Contact,
    ...titles.contact,
    access: "everyone",
  },
  "/privacy": {
    component: Privacy,
    ...titles.privacy,
    access: "everyone",
  },
  "/terms": {
    component: Terms,
    ...titles.terms,
    access: "everyone",
  },
  "/app": {
    component: Workspace,
    ...titles.workspace,
    access: "signedIn",
  },
  "/account": {
    component: Account,
    ...titles.account,
    access: "signedIn",
  },
  "/forgot": {
    component: Forgot,
    ...titles.forgot,
    access: "everyone",
    unlisted: true,
  },
  "/reset": {
    component: Reset,
    ...titles.reset,
    access: "everyone",
    unlisted: true,
  },
};
