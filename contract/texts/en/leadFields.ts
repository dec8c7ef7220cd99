const months = "January February March April May June July August September October November December".split(
  " ",
);

/** How the values of custom fields read, in mails and tables. */
export const leadField = {
  yes: "yes",
  no: "no",
  date: ({ year, month, day }: { year: number; month: number; day: number }) =>
    `${day} ${months[month - 1]} ${year}`,
};
