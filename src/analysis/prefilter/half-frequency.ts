/**
 * How often a low half byte is followed by each other one in source text, in parts per hundred thousand: counted
 * over 25 MB of JavaScript, TypeScript, JSON, Markdown, Python, Perl and shell, no package with more than 0.5 MB.
 * Neighbours are counted together because letters depend on each other: taken for independent, buckets seem to let
 * through several times less than they do. Only the ranking matters, and only for speed.
 */

/** One row for each first half, in it one number for each second. */
const COUNTED: readonly number[] = [
  12396, 985, 1473, 1183, 1377, 944, 541, 494, 457, 819, 289, 528, 495, 1011, 415, 756, 325, 60, 687, 605,
  812, 228, 89, 162, 47, 210, 60, 60, 593, 316, 442, 32, 537, 532, 431, 481, 449, 1388, 150, 154, 117, 667,
  528, 117, 489, 175, 395, 524, 923, 336, 268, 486, 988, 1169, 45, 79, 444, 442, 172, 193, 296, 84, 292, 820,
  1033, 454, 527, 460, 261, 1614, 75, 72, 904, 1149, 140, 92, 196, 127, 187, 615, 1193, 396, 1498, 1163, 1062,
  339, 361, 176, 465, 292, 219, 68, 752, 386, 1060, 196, 410, 357, 110, 46, 56, 410, 108, 30, 30, 429, 26, 16,
  108, 40, 126, 216, 282, 105, 119, 142, 88, 358, 26, 58, 124, 257, 95, 44, 192, 61, 163, 128, 394, 279, 189,
  185, 277, 573, 63, 62, 84, 397, 56, 48, 67, 60, 88, 196, 805, 90, 259, 665, 606, 134, 348, 187, 82, 356,
  379, 225, 342, 239, 1045, 536, 2476, 47, 81, 182, 66, 171, 60, 16, 10, 247, 669, 53, 21, 97, 30, 163, 190,
  52, 83, 61, 43, 208, 21, 54, 17, 85, 719, 34, 36, 112, 39, 25, 932, 263, 205, 170, 228, 818, 192, 29, 41,
  418, 399, 44, 340, 37, 78, 258, 896, 304, 137, 83, 55, 523, 29, 28, 40, 192, 225, 77, 205, 492, 168, 163,
  821, 349, 155, 724, 947, 482, 169, 427, 95, 207, 264, 94, 131, 103, 178, 502, 551, 120, 909, 399, 589, 267,
  243, 214, 64, 128, 156, 84, 191, 276, 942, 305,
];

const PARTS = 100_000;

/** The share of each half byte, 0 to 1. */
export const HALF_FREQUENCY = new Float64Array(16);
for (let at = 0; at < COUNTED.length; at++) {
  HALF_FREQUENCY[at >> 4] = (HALF_FREQUENCY[at >> 4] ?? 0) + (COUNTED[at] ?? 0) / PARTS;
}

/** The share that each half byte has behind another, at sixteen times the one plus the other. */
export const NEXT_HALF_FREQUENCY = Float64Array.from(
  COUNTED,
  (count, at) => count / PARTS / (HALF_FREQUENCY[at >> 4] ?? 1),
);
