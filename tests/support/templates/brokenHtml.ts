/** Elements that swallow what follows them, end what they stand in, or both. */
const tags =
  `a abbr article b base blockquote body button canvas caption center col colgroup dd details dialog div dl
  dt em embed fieldset font foreignobject form frame frameset h1 h7 head header html i iframe image img input ins
  label legend li link map marquee math meta mi nobr noembed noframes noscript object ol optgroup option p param
  picture plaintext pre rp rt ruby s script select small span style sub summary svg table tbody td template textarea
  tfoot th thead title tr u ul var video xmp o:p v:rect`.split(/\s+/);

/** Broken in ways of their own: comments, conditions, quotes, tags that never end. */
const pieces = [
  "<!--",
  "<!-- x --",
  "<!",
  "<?",
  "<?xml",
  "</",
  "<",
  "<![CDATA[",
  "<!doctype",
  "<!--[if mso]>",
  "<!--[if !mso]><!-->",
  "<![if !mso]>",
  "<![endif]-->",
  "<!--<![endif]-->",
  "-->",
  "]]>",
  "</td></tr></table></div>",
  "</div></div></div></div></body></html>",
  "</body>",
  "<tr><td>",
  "<table><tr><td>",
  "<table><td>",
  "<table><div><table>",
  "<table><tr><td><table></td></tr>",
  "<table><caption><table>",
  "<svg><style>",
  "<svg><title>",
  "<math><mtext><table>",
  "<select><option>",
  "<p style='display:none'>",
  "<div hidden>",
  '<div style="position:',
  '<a href="',
  "<a href='",
  '<img alt="',
  '<img src=x alt="> ',
  '"><svg>',
  "'><textarea>",
  "--><!--",
  "{{firstName|<svg>}}",
  '{{firstName|"><!--}}',
  "{{firstName|",
  "<b><i><u><a><font>",
  "<li><ul><li>",
  "<style>p{color:red}",
  "<style></style",
  "<title></titl>",
  "<textarea></textareas>",
  "<svg/><svg><svg></svg>",
  "<select><select></select>",
  `${"<div>".repeat(600)}`,
  `${"<b>".repeat(2_000)}`,
];

/** Some hundred values, none of which may take away anything of a mail but itself. */
export const brokenHtml: readonly string[] = [
  ...pieces,
  ...tags.flatMap((tag) => [`<${tag}>`, `<p>x</p><${tag} class="`, `</${tag}>`, `<${tag}/>x<${tag}>`]),
];
