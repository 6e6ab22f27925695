/** Worker that finds the proof of work: a nonce whose hash starts with enough zero bits. Web Crypto needs https, so it is not used. */
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
  // A worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(`${challenge}:${nonce}`);
};
