/** The style of the page. The policy of the page names its hash, so it must not change while a page is made. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--front:#1c2330;--dim:#566074;--line:#d5dae3;--card:#f6f7fa;--link:#0b57d0;--bad:#b3261e;--soon:#8a5300;--good:#146c2e;--mark:#fde7e5;--bar:#e3a29d}
@media (prefers-color-scheme:dark){:root{--back:#12161d;--front:#e4e8ef;--dim:#a3adbd;--line:#343c4a;--card:#1a202a;--link:#8ab4f8;--bad:#f2a49d;--soon:#f0bd6c;--good:#81c995;--mark:#4a2320;--bar:#8c4540}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--front);font:16px/1.5 system-ui,sans-serif}
main,header,footer{max-width:70rem;margin:0 auto;padding:1rem}header{padding-bottom:0}main{padding-top:0}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1.05rem;margin:0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100rem}.skip:focus{position:static}
.dim{color:var(--dim)}.bad{color:var(--bad)}.soon{color:var(--soon)}.good{color:var(--good)}
code,pre{font:14px/1.5 ui-monospace,monospace}
ul.sums{padding-left:1.2rem;margin-bottom:0}main>h2:first-child{margin-top:1.2rem}
svg{display:block;width:100%;height:auto}svg.narrow{display:none}
svg text{fill:var(--front);font:13px system-ui,sans-serif}svg .year{fill:var(--dim)}
svg .grid{stroke:var(--line)}svg .bar{fill:var(--bar)}svg .dot{fill:var(--bad)}svg .ahead{fill:var(--soon)}svg .today{stroke:var(--link);stroke-dasharray:4 3}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;border:1px solid var(--line);border-radius:.5rem;padding:1rem;background:var(--card)}
label{display:flex;flex-direction:column;font-size:.9rem;color:var(--dim)}
select,input,button{font:inherit;color:var(--front);background:var(--back);border:1px solid var(--dim);border-radius:.3rem;padding:.35rem .5rem;max-width:16rem}
#shown{margin:.75rem 0;font-weight:600}
section.entry{border-top:1px solid var(--line);margin-top:2rem}
section.entry>dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}
dt{color:var(--dim)}dd{grid-column:2;margin:0;overflow-wrap:anywhere}
ol.findings{list-style:none;padding:0}
ol.findings>li{content-visibility:auto;contain-intrinsic-size:auto 8rem;border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem;margin:.6rem 0}
li h3{font:600 .95rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
li p{margin:.2rem 0}
pre{margin:.4rem 0;padding:.5rem .7rem;background:var(--card);overflow-x:auto;border-radius:.3rem}
pre .n{color:var(--dim);user-select:none}
mark{background:var(--mark);color:inherit;text-decoration:underline wavy var(--bad);text-underline-offset:3px}
.tag{display:inline-block;border:1px solid var(--line);border-radius:1rem;padding:0 .6rem;font-size:.8rem;color:var(--dim);margin-right:.3rem}
[hidden]{display:none!important}
@media print{form,.skip{display:none}ol.findings>li{content-visibility:visible}}
@media (max-width:40rem){section.entry>dl{grid-template-columns:1fr}dd{grid-column:1}svg.wide{display:none}svg.narrow{display:block}}
`;
