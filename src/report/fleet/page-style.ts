import { STYLE } from '../html/style.js';

/** What the page adds to the look of reports. */
export const FLEET_STYLE = `${STYLE}
main,header,footer{max-width:90rem}
.cards{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;padding:0;margin:1rem 0}
.cards li{border:1px solid var(--line);border-radius:.5rem;background:var(--card);padding:.5rem 1rem;min-width:8rem}
.cards b{display:block;font-size:1.4rem}
svg.levels{height:.6rem;border-radius:.3rem;margin:.5rem 0}
svg .safe{fill:var(--good)}svg .review{fill:var(--soon)}svg .manual{fill:var(--bad)}
.key{display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;margin-right:.35rem;vertical-align:baseline}
.key.safe{background:var(--good)}.key.review{background:var(--soon)}.key.manual{background:var(--bad)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.4rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child>*{border-bottom:0}
thead th{background:var(--card);white-space:nowrap;font-weight:600}
th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.num{text-align:right;font-variant-numeric:tabular-nums}
tbody th{font-weight:400;min-width:9rem;overflow-wrap:anywhere}td.num{white-space:nowrap}td code{overflow-wrap:anywhere}
td code,th code{font-size:.85rem}
button.link{all:unset;cursor:pointer;color:var(--link);text-decoration:underline;overflow-wrap:anywhere}
button.link:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.pages{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:.75rem 0}
button:disabled{color:var(--dim);border-color:var(--line)}
@media print{.pages{display:none}}
@media (max-width:40rem){
.scroll{border:0}table.stack thead{display:none}
table.stack tr{display:block;border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;padding:.3rem .6rem}
table.stack td,table.stack tbody th{display:flex;gap:.75rem;justify-content:space-between;border:0;padding:.15rem 0;text-align:right}
table.stack td:empty{display:none}
table.stack td::before,table.stack tbody th::before{content:attr(data-name);color:var(--dim);text-align:left;flex:none}
label,select,input{width:100%;max-width:none}
}
`;
