/**
 * A hash of 64 bits in two halves, fed number by number. Nobody gains by making two that are equal. The halves are
 * numbers of 32 bits with a sign: others would each take memory of their own.
 */
export class Hash {
  first = 0x51ed270b;
  second = 0x2545f491;

  number(number: number): void {
    this.first = mixed(this.first, number);
    this.second = mixed(this.second, number);
  }

  text(text: string): void {
    const { length } = text;
    let { first, second } = this;
    for (let at = 0; at < length; at += 2) {
      const two = text.charCodeAt(at) | (at + 1 < length ? text.charCodeAt(at + 1) << 16 : 0);
      first = mixed(first, two);
      second = mixed(second, two);
    }
    this.first = mixed(first, length);
    this.second = mixed(second, length);
  }

  /** So that the last number reaches every bit. */
  finish(): void {
    this.first = finished(this.first);
    this.second = finished(this.second);
  }
}

function mixed(hash: number, number: number): number {
  const product = Math.imul(hash ^ number, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function finished(hash: number): number {
  const product = Math.imul(hash, 0x85ebca6b);
  return product ^ (product >>> 13);
}
