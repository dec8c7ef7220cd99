import { siteTexts } from "../../contract/texts/pages/shell.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { Icon } from "../../islands/_parts/Icon.tsx";

/**
 * Light or dark, without script: a form whose answer is a cookie and the same page again. Both buttons are there
 * and CSS shows the one that changes something, since the server cannot know the system's setting.
 * `byPointer`: where a menu has the same by the keyboard, it is no stop of the Tab key on the way to one's work.
 */
export function ThemeToggle({ path, byPointer = false }: { path: string; byPointer?: boolean }) {
  const texts = useTexts(siteTexts);
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="back" value={path} />
      <ThemeButton
        theme="dark"
        byPointer={byPointer}
        label={texts.theme.dark}
        path="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"
      />
      <ThemeButton
        theme="light"
        byPointer={byPointer}
        label={texts.theme.light}
        path="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6"
      />
    </form>
  );
}

type ThemeButtonProps = { theme: "dark" | "light"; label: string; path: string; byPointer: boolean };

/** What stands at the pointer would be read out as well, and is the name. */
const nothingMore = "";

function ThemeButton({ theme, label, path, byPointer }: ThemeButtonProps) {
  return (
    <button
      type="submit"
      tabIndex={byPointer ? -1 : undefined}
      name="theme"
      value={theme}
      className={`button theme-to-${theme}`}
      data-variant="quiet"
      data-shape="icon"
      aria-label={label}
      title={label}
      aria-description={nothingMore}
    >
      <Icon path={path} />
    </button>
  );
}
