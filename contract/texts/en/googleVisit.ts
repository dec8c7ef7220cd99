/** What is said of a visit to Google, wherever it begins. */
export const googleVisit = {
  blocked:
    "Your browser blocked Google's window. Please allow pop-ups for this site, then press the button again.",
};
