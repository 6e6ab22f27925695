/** Looks for what begins with enough zero bits, beside the page. Works without a secure origin, where browsers hash nothing. */
import { sha256 } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();

function startsWithZeros(text: string, bits: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(encoder.encode(text));
  const head = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return bits === 0 || head >>> (32 - bits) === 0;
}

self.onmessage = ({ data }: MessageEvent<{ challenge: string; bits: number }>) => {
  const { challenge, bits } = data;
  let nonce = 0;
  while (!startsWithZeros(`${challenge}:${nonce}`, bits)) nonce += 1;
  // Between a page and its own worker there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(`${challenge}:${nonce}`);
};
