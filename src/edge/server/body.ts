import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

export type Message = IncomingMessage | Http2ServerRequest;

const LARGEST = 16 * 1024 * 1024;
/** Of all bodies that are being received at one time. */
const LARGEST_SUM = 256 * 1024 * 1024;

/** Reads bodies of requests. What is too large is received, so that the caller gets an answer, and not kept. */
export class BodyReader {
  #kept = 0;

  constructor(
    private readonly largest = LARGEST,
    private readonly largestSum = LARGEST_SUM,
  ) {}

  /** The body, or why it was not kept: `size` of its own, `sum` of all. */
  async read(message: Message): Promise<Buffer | 'size' | 'sum'> {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused: 'size' | 'sum' | null = null;
    try {
      for await (const chunk of message) {
        if (refused !== null) continue;
        const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
        size += bytes.length;
        this.#kept += bytes.length;
        chunks.push(bytes);
        if (size <= this.largest && this.#kept <= this.largestSum) continue;
        refused = size > this.largest ? 'size' : 'sum';
        chunks.length = 0;
        this.#kept -= size;
        size = 0;
      }
    } finally {
      this.#kept -= size;
    }
    return refused ?? Buffer.concat(chunks);
  }
}
