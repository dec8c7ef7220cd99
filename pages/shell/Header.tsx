import { Mark } from "../../islands/_parts/Mark.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";
import type { View } from "./view.ts";

/** The header of every page: who one is decides what stands at its end. */
export function Header({ view }: { view: View }) {
  return (
    <header className="header">
      <a className="brand" href="/">
        <Mark />
        Amplify
      </a>
      <nav className="header-links" aria-label="Main">
        <HeaderLinks view={view} />
        <ThemeToggle path={view.path} />
      </nav>
    </header>
  );
}

function HeaderLinks({ view }: { view: View }) {
  if (view.viewer !== undefined) return view.path === "/app" ? <InTheWorkspace /> : <AppLink />;
  return (
    <>
      <a className="button header-optional" data-variant="quiet" href="/pricing">
        Pricing
      </a>
      <a className="button" data-variant="quiet" href="/login">
        Login
      </a>
      <a className="button" href="/signup">
        Sign up
      </a>
    </>
  );
}

function AppLink() {
  return (
    <a className="button" href="/app">
      App
    </a>
  );
}

function InTheWorkspace() {
  return (
    <>
      <a className="button" data-variant="quiet" href="/account">
        Account
      </a>
      <Logout />
    </>
  );
}

/** A form, not a link: leaving changes something on the server, and a prefetching browser must not do that. */
function Logout() {
  return (
    <form method="post" action="/logout">
      <button type="submit" className="button">
        Logout
      </button>
    </form>
  );
}
