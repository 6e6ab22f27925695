import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** Lazy: otherwise the entry of the app would list the files of the page. */
const ReceiptPage = lazy(() => import('../features/posts/receipt/receipt-page.tsx'));

/** A report without an account, opened by its receipt. Without navigation, and open in a private deployment. */
export const Route = createFileRoute('/receipt')({
  staticData: { isFrameless: true },
  component: Screen,
});

function Screen() {
  return (
    <Suspense>
      <ReceiptPage />
    </Suspense>
  );
}
