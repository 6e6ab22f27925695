/**
 * The answer to the server's challenge. Asked for when a form is opened and worked out beside it, so that whoever writes a
 * report does not wait; each answer is good for one report.
 */
import { readChallenge } from '@waypost/contract/challenge';
import { proofHeader } from '@waypost/contract/endpoint';
import { call } from '../../api/call.ts';

type Headers = Readonly<Record<string, string>>;

function solve(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(new URL('./find-nonce.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((found, failed) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => found(data);
    worker.onerror = () => failed(new Error('the proof could not be worked out'));
    // Between a page and its own worker there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ challenge, bits });
  }).finally(() => worker.terminate());
}

async function newProof(): Promise<Headers | null> {
  const { challenge, bits } = await call(readChallenge, {}, { quiet: true, withoutToken: true });
  return challenge === null ? null : { [proofHeader]: await solve(challenge, bits) };
}

/** Milliseconds that an answer is kept: the server takes it for an hour. */
const kept = 50 * 60_000;
let ahead: { at: number; proof: Promise<Headers | null> } | null = null;

/** Begins to work out an answer if the server asks for one just now. */
export function prepareProof(): void {
  if (!navigator.onLine || (ahead && Date.now() - ahead.at < kept)) return;
  const now = { at: Date.now(), proof: newProof().catch(() => null) };
  ahead = now;
  void now.proof.then((proof) => {
    if (proof === null && ahead === now) ahead = null;
  });
}

/** @returns headers to send with one report; null when nothing is asked for any more */
export async function proof(): Promise<Headers | null> {
  const before = ahead;
  ahead = null;
  if (before && Date.now() - before.at < kept) {
    const found = await before.proof;
    if (found) return found;
  }
  return newProof();
}
