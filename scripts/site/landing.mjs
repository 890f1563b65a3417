/** What the first page shows above the quick start: the error, the change, and where to go. */
import { readFileSync } from 'node:fs';
import { coloured } from './colours.mjs';

const README = new URL('../../README.md', import.meta.url);

/** The change that the README shows, too. */
function change() {
  const [, diff = ''] = /```diff\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
  return coloured(diff, 'diff');
}

export function landing() {
  return `<section class="landing">
<p class="claim">Your code calls a part of the Cloudflare API that was retired. <strong>edge-sunset</strong> finds every such call, says what replaces it, and rewrites it.</p>
<pre class="command"><code>npx edge-sunset scan</code></pre>
<p class="ways"><a class="main" href="/playground/">Try it here</a> <a href="/errors/">Look up an error</a> <a href="/catalogue/">See what is retired</a> <a href="/migrate/">How it rewrites</a></p>
<pre><code class="language-diff">${change()}</code></pre>
<ul class="facts">
<li><strong>Many languages.</strong> JavaScript, TypeScript, Python, Go, PHP, Ruby, Rust, Java, C#, PowerShell, shell, Terraform, Pulumi, CI workflows.</li>
<li><strong>Nothing leaves your machine.</strong> A scan needs no token and no network, and runs none of your code. <a href="/security/">Promises and their tests</a></li>
<li><strong>Proven or marked.</strong> What cannot be rewritten for certain gets one comment with the next step.</li>
</ul>
</section>
`;
}
