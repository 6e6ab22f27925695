/** Downloads the file of an export. Its URL is fetched each time, since it expires after an hour. */
import { readExport } from '@waypost/contract/exports/exports';
import { call } from '../../api/call.ts';

/**
 * Starts the download in the browser.
 * @returns false when the file no longer exists
 */
export async function downloadExport(id: number): Promise<boolean> {
  const { url } = await call(readExport, { params: { id } });
  if (url === null) return false;
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
  return true;
}
