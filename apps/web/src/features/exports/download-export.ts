/** Fetching an export's file: its address is asked for anew each time, since it is good for an hour. */
import { readExport } from '@waypost/contract/exports/exports';
import { call } from '../../api/call.ts';

/** Hands the file to the browser, which saves it. @returns false when it is there no more */
export async function downloadExport(id: number): Promise<boolean> {
  const { url } = await call(readExport, { params: { id } }, { quiet: true });
  if (url === null) return false;
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
  return true;
}
