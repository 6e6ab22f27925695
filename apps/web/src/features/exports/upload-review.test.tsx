import { screen } from '@testing-library/dom';
import { type ExportJob, previewUpload, readExport, updateExport } from '@waypost/contract/exports/exports';
import { listHxlLicenses, listOrganisations } from '@waypost/contract/hxl/hxl';
import { listUserSettings } from '@waypost/contract/user-settings/user-settings';
import { afterEach, expect, test } from 'vitest';
import { pageSettings } from '../../api/page-settings.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const job: ExportJob = {
  id: 5,
  url: null,
  entity_type: 'post',
  user: { id: 1, url: '' },
  fields: [],
  filters: [],
  status: 'PENDING',
  header_row: null,
  created: '2026-03-01T10:00:00+00:00',
  updated: null,
  url_expiration: null,
  include_hxl: true,
  send_to_browser: false,
  send_to_hdx: true,
  hxl_heading_row: [],
  hxl_meta_data_id: null,
  total_batches: null,
  total_rows: null,
  allowed_privileges: ['read', 'update'],
};
const warning =
  '4 reports that are not public will be in this public dataset. Everyone will be able to read them. 3 of them have not been reviewed.';

afterEach(() => {
  delete pageSettings.hasExchange;
});

test('without an exchange the page says so instead of asking for details', async () => {
  pageSettings.hasExchange = false;
  await renderScreen('/settings/hdx-details?exportJob=5', { account: adminAccount });
  await screen.findByText(
    /No data exchange is set up, so you can download exports but not upload them\. To set one up, the operator sets HDX_URL on the server, such as https:\/\/data\.humdata\.org/,
  );
  expect(screen.queryByRole('textbox', { name: 'Dataset title' })).toBeNull();
});

test('before unpublished reports go into a public dataset, their number and who can read them is said', async () => {
  let isIncluded = false;
  apiServer.on(readExport, () => job);
  apiServer.on(updateExport, ({ body }) => {
    isIncluded = body.include_unpublished ?? isIncluded;
    return job;
  });
  apiServer.on(previewUpload, () => ({
    posts: isIncluded ? 6 : 2,
    left_out: isIncluded ? 0 : 4,
    unpublished: 4,
    unreviewed: 3,
    by_status: [],
    by_survey: [],
    columns: [],
    is_public: null,
    include_unpublished: isIncluded,
    include_personal: [],
  }));
  apiServer.on(listUserSettings, () =>
    createTestPage([
      {
        id: 1,
        url: '',
        user: { id: 1, url: '' },
        config_key: 'hdx_api_key',
        config_value: '••••',
        created: '2026-03-01T10:00:00+00:00',
        updated: null,
        allowed_privileges: ['read' as const],
      },
    ]),
  );
  apiServer.on(listOrganisations, () => createTestPage([{ id: 'org-1', name: 'relief', title: 'Relief' }]));
  apiServer.on(listHxlLicenses, () =>
    createTestPage([
      { id: 1, url: '', name: 'CC BY', code: 'cc', link: null, allowed_privileges: ['read' as const] },
    ]),
  );
  const person = await renderScreen('/settings/hdx-details?exportJob=5', { account: adminAccount });
  await person.press('radio', 'Public');
  await person.fill('Dataset title', 'Floods');
  await person.fill('Source', 'Relief');
  await person.choose('Organization', 'Relief');
  await person.choose('License', 'CC BY');
  await person.press('button', 'Review and upload');
  const choice = await screen.findByRole('checkbox', { name: 'Reports that are not public' });
  expect(choice).toHaveAccessibleDescription(warning);
  expect(screen.queryAllByRole('alert').map((alert) => alert.textContent)).not.toContain(warning);
  await person.click(choice);
  await expect
    .poll(() => screen.queryAllByRole('alert').map((alert) => alert.textContent))
    .toContain(warning);
});
