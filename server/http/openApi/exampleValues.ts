const id = "01970f3e-8c1b-7d2a-9f4e-3b6c5a7d8e90";
const day = "2026-05-04";
const time = Date.UTC(2026, 4, 4, 9, 30);

/** What a field of this name holds in examples, where its schema allows it. */
export const exampleValues: Readonly<Record<string, readonly unknown[]>> = {
  _id: [id],
  uid: [id],
  token: ["T0pS3cretT0ken"],
  firstName: ["Ada"],
  lastName: ["Lovelace"],
  email: ["ada@example.com"],
  phone: ["+43 1 234567"],
  username: ["you@example.com"],
  password: ["Correct-horse-7"],
  confirmPassword: ["Correct-horse-7"],
  currentPassword: ["Correct-horse-7"],
  newPassword: ["Better-battery-8"],
  appEmail: ["you@example.com"],
  alias: ["Robin <you@example.com>"],
  displayName: ["Robin"],
  sender: ["Robin <you@example.com>"],
  from: ["you@example.com", "09:00"],
  to: ["ada@example.com", "17:00"],
  device: ["Firefox on Linux"],
  host: ["smtp.example.com"],
  port: [587],
  user: ["you@example.com"],
  collection: ["customers", ["customers"]],
  // Where there are several they are named by their ids.
  collections: [[id]],
  name: ["Spring news"],
  subject: ["Spring news"],
  html: ["<p>Hello {{firstName}}, spring is here.</p>"],
  text: ["Called, wants to hear more in autumn."],
  message: ["Done"],
  label: ["City"],
  key: ["city"],
  newKey: ["town"],
  fields: [{ city: "Vienna" }],
  url: ["https://example.com/spring"],
  authorization_url: ["https://accounts.google.com/o/oauth2/v2/auth"],
  baseUrl: ["https://amplify.example.com"],
  openapiUrl: ["https://amplify.example.com/openapi.json"],
  zone: ["Europe/Vienna"],
  date: [day],
  search: ["ada"],
  version: [3, "0.1.0"],
  page: [1],
  pageSize: [50],
  total: [1],
  perDay: [400],
  requestsPerMinute: [300],
  leadsPerBulkCall: [10_000],
  commit: ["4574f7e4"],
  width: [1200],
  height: [600],
  sheet: ["Sheet1"],
  alt: ["A meadow in spring"],
  reply: [null],
};

/** Where the name says nothing: the first value that the schema allows. */
export const exampleTexts: readonly string[] = [
  id,
  "Spring news",
  "ada@example.com",
  "Robin <you@example.com>",
  day,
  `${day}T09:30`,
  "09:00",
  "leads.csv",
  "city",
  "Correct-horse-7",
];

/** A name that ends in "At" or "Until" holds a moment, in milliseconds since 1970. */
export const exampleTime = time;
