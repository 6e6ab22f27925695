import { createFileRoute } from '@tanstack/react-router';
import { VerifierPage } from '../features/verifier/verifier-page.tsx';

export const Route = createFileRoute('/verifier')({
  staticData: { isFrameless: true },
  component: VerifierPage,
});
