import type { ComponentType } from "react";
import type { TitleTexts } from "../contract/texts/pages/titles.ts";
import { Contact } from "./public/Contact.tsx";
import { Landing } from "./public/Landing.tsx";
import { Pricing } from "./public/Pricing.tsx";
import { Privacy } from "./public/Privacy.tsx";
import { Terms } from "./public/Terms.tsx";
import { Reference } from "./reference/Reference.tsx";
import { StyleguidePage } from "./StyleguidePage.tsx";
import type { PageProps } from "./shell/view.ts";
import { Account } from "./signed/Account.tsx";
import { Approve } from "./signed/Approve.tsx";
import { Forgot } from "./signed/Forgot.tsx";
import { Login } from "./signed/Login.tsx";
import { Reset } from "./signed/Reset.tsx";
import { SignUp } from "./signed/SignUp.tsx";
import { Workspace } from "./signed/Workspace.tsx";

export type PageRoute = {
  component: ComponentType<PageProps>;
  /** What it is called in the browser, and what search engines are told of it, in the language of whoever looks. */
  about: (titles: TitleTexts) => { title: string; description: string };
  /**
   * `everyone`; `signedOut` pages send a signed-in person to /app; `signedIn` pages send everyone else to /
   * (specification, section 2).
   */
  access: "everyone" | "signedOut" | "signedIn";
  /** Somebody gets there by a link of ours, and by no search engine. */
  unlisted?: true;
  /** Whoever is not signed in does that first and comes back, in place of being sent to /. */
  waitsForSignIn?: true;
};

/** Every shared part on one page; it has an address in development only. */
export const styleguide: Omit<PageRoute, "access"> = {
  component: StyleguidePage,
  about: () => ({
    title: "Amplify | Style guide",
    description: "Every shared part, to be looked at and measured.",
  }),
};

/** Every page by its path. A page is a component and a line here. */
export const routes: Readonly<Record<string, PageRoute>> = {
  "/": {
    component: Landing,
    about: ({ landing }) => landing,
    access: "everyone",
  },
  "/login": {
    component: Login,
    about: ({ login }) => login,
    access: "signedOut",
  },
  "/signup": {
    component: SignUp,
    about: ({ signUp }) => signUp,
    access: "signedOut",
  },
  "/pricing": {
    component: Pricing,
    about: ({ pricing }) => pricing,
    access: "everyone",
  },
  "/api": {
    component: Reference,
    about: ({ reference }) => reference,
    access: "everyone",
  },
  "/contact": {
    component: Contact,
    about: ({ contact }) => contact,
    access: "everyone",
  },
  "/privacy": {
    component: Privacy,
    about: ({ privacy }) => privacy,
    access: "everyone",
  },
  "/terms": {
    component: Terms,
    about: ({ terms }) => terms,
    access: "everyone",
  },
  "/app": {
    component: Workspace,
    about: ({ workspace }) => workspace,
    access: "signedIn",
  },
  "/account": {
    component: Account,
    about: ({ account }) => account,
    access: "signedIn",
  },
  "/approve": {
    component: Approve,
    about: ({ approve }) => approve,
    access: "signedIn",
    unlisted: true,
    waitsForSignIn: true,
  },
  "/forgot": {
    component: Forgot,
    about: ({ forgot }) => forgot,
    access: "everyone",
    unlisted: true,
  },
  "/reset": {
    component: Reset,
    about: ({ reset }) => reset,
    access: "everyone",
    unlisted: true,
  },
};
