/** Everything that a browser's storage keeps for us, by the name it has there. */
export const keptInBrowser = [
  ["uid", "Your user id, which tells this browser that you are signed in", "Until you sign out"],
  ["theme", "Light or dark, if you choose", "Until you clear it"],
  ["activeTab", "The tab you looked at last", "Until you clear it"],
  ["collection", "The collection you looked at last", "Until you clear it"],
  ["leadColumns", "The columns that your leads are shown with", "Until you clear it"],
  ["leadOrder", "The order that your leads are shown in", "Until you clear it"],
  ["sidebar", "Whether the workspace’s tabs are open or small", "Until you clear it"],
  ["templateList", "Whether the list of templates is open", "Until you clear it"],
  ["draft", "A design that you have not saved", "Until you save it, drop it or sign out"],
  [
    "site",
    "Nothing of ours. What somebody puts here goes along with our calls as the Authorization header",
    "Until whoever put it there clears it",
  ],
  [
    "passing",
    "What one page has to tell the sign-in page after it",
    "Until that is read, or the tab is closed",
  ],
  [
    "leadDeletion",
    "How many leads you deleted last, and under which number they can be brought back",
    "Until the tab is closed",
  ],
] as const;
