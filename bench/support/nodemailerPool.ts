import { createTransport } from "nodemailer";

/** Sends mails by nodemailer's bare html pool and prints how many a second, and the CPU seconds that 1,000 took. Arguments: port, mails, html bytes, connections. */
const [port = "0", mails = "0", htmlBytes = "0", atOnce = "8"] = process.argv.slice(2);
const connections = Number(atOnce);
const html = `<p>${"Hello, this is what is new. ".repeat(Math.ceil(Number(htmlBytes) / 28))}</p>`;
const transport = createTransport({
  host: "127.0.0.1",
  port: Number(port),
  pool: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
  ignoreTLS: true,
});
let next = 0;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: connections * 2 }, async () => {
    while (next < Number(mails)) {
      next += 1;
      await transport.sendMail({
        from: "bench@sender.test",
        to: `lead${next}@in.test`,
        subject: `News ${next}`,
        html: html.replace("Hello", `Hello First${next}`),
      });
    }
  }),
);
const { user, system } = process.cpuUsage();
const perSecond = (Number(mails) / (performance.now() - startedAt)) * 1000;
console.log(`rate ${perSecond} ${(user + system) / 1000 / Number(mails)}`);
transport.close();
