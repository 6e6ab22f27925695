import { createFileRoute } from '@tanstack/react-router';
import { SimulatedPhonesPage } from '../../features/phone-simulator/simulated-phones-page.tsx';

export const Route = createFileRoute('/settings/phone')({
  validateSearch: (raw: Record<string, unknown>): { number?: string | undefined } => {
    const number = raw['number'];
    return typeof number === 'string' || typeof number === 'number' ? { number: String(number) } : {};
  },
  component: SimulatedPhonesPage,
});
