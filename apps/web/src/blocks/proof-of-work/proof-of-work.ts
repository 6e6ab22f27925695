/**
 * The answer to the server's challenge. Asked for when a form is opened and worked out beside it, so that whoever writes a
 * report does not wait; each answer is good for one report.
 */

import { proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import { call } from '../../api/call.ts';

type ProofHeaders = Readonly<Record<string, string>>;

function solveChallenge(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(new URL('./find-nonce.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((found, failed) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => found(data);
    worker.onerror = () => failed(new Error('the proof could not be worked out'));
    // Between a page and its own worker there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ challenge, bits });
  }).finally(() => worker.terminate());
}

async function createProof(): Promise<ProofHeaders | null> {
  const { challenge, bits } = await call(readChallenge, {}, { quiet: true, withoutToken: true });
  return challenge === null ? null : { [proofOfWorkHeader]: await solveChallenge(challenge, bits) };
}

/** Milliseconds that an answer is kept: the server takes it for an hour. */
const proofMaxAgeMs = 50 * 60_000;
let preparedProof: { at: number; proof: Promise<ProofHeaders | null> } | null = null;

/** Begins to work out an answer if the server asks for one just now. */
export function prepareProofOfWork(): void {
  if (!navigator.onLine || (preparedProof && Date.now() - preparedProof.at < proofMaxAgeMs)) return;
  const now = { at: Date.now(), proof: createProof().catch(() => null) };
  preparedProof = now;
  void now.proof.then((proof) => {
    if (proof === null && preparedProof === now) preparedProof = null;
  });
}

/** @returns headers to send with one report; null when nothing is asked for any more */
export async function takeProofOfWork(): Promise<ProofHeaders | null> {
  const before = preparedProof;
  preparedProof = null;
  if (before && Date.now() - before.at < proofMaxAgeMs) {
    const found = await before.proof;
    if (found) return found;
  }
  return createProof();
}
