/** What is said of a visit to Google or Microsoft, wherever it begins. */
export const visit = {
  blocked: (whose: "google" | "microsoft") =>
    `Your browser blocked ${names[whose]}'s window. Please allow pop-ups for this site, then press the button again.`,
  microsoftClosed: "Microsoft's window was closed before it was done. Press the button to open it again.",
};

const names = { google: "Google", microsoft: "Microsoft" };
