import type { ComponentType } from "react";
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

/** Every page by its path. A page is a component and a line here. */
export const routes: Readonly<Record<string, PageRoute>> = {
  "/": {
    component: Landing,
    title: "Amplify | Easy email campaigns",
    description:
      "Keep leads, design templates, send through your own mailbox and see what happened to every message.",
    access: "everyone",
  },
  "/login": {
    component: Login,
    title: "Amplify | Login",
    description: "Sign in to your Amplify account.",
    access: "signedOut",
  },
  "/signup": {
    component: SignUp,
    title: "Amplify | Sign up",
    description: "Create an Amplify account. The first 50 leads are free.",
    access: "signedOut",
  },
  "/pricing": {
    component: Pricing,
    title: "Amplify | Pricing",
    description: "Three plans: Free for up to 50 leads, Premium for up to 1,000, Enterprise without a limit.",
    access: "everyone",
  },
  "/contact": {
    component: Contact,
    title: "Amplify | Contact",
    description: "How to reach the people behind Amplify.",
    access: "everyone",
  },
  "/privacy": {
    component: Privacy,
    title: "Amplify | Privacy policy",
    description: "What Amplify keeps about you, what for, and how to have it removed.",
    access: "everyone",
  },
  "/terms": {
    component: Terms,
    title: "Amplify | Terms of service",
    description: "The terms under which Amplify may be used.",
    access: "everyone",
  },
  "/app": {
    component: Workspace,
    title: "Amplify | Workspace",
    description: "Your leads, templates, sending accounts and campaigns.",
    access: "signedIn",
  },
  "/account": {
    component: Account,
    title: "Amplify | Your account",
    description: "Your password, where you are signed in, and everything that is kept of you.",
    access: "signedIn",
  },
  "/forgot": {
    component: Forgot,
    title: "Amplify | Forgot your password?",
    description: "Get a link to a new password by mail.",
    access: "everyone",
    unlisted: true,
  },
  "/reset": {
    component: Reset,
    title: "Amplify | Set a new password",
    description: "Set a new password with the link from the mail.",
    access: "everyone",
    unlisted: true,
  },
};
