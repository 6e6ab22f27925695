/** The page of one ready-made template: its preview, and applying it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pickText } from '@waypost/contract/templates/template-format';
import { readTemplate } from '@waypost/contract/templates/templates';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ApplyTemplate } from '../../blocks/templates/apply-template.tsx';
import { useAppliedNotice } from '../../blocks/templates/use-undo-template.ts';

/** The template that starts from nothing is not meant to be added to something. */
const blankTemplate = 'blank';

interface Props {
  /** Of the template, from the URL. */
  name: string;
  /** Whether the set-up goes on after it is applied. */
  isFromSetup: boolean;
}

/** The page. */
export function TemplatePage({ name, isFromSetup }: Props) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const showApplied = useAppliedNotice();
  const query = useQuery(buildEndpointQuery(readTemplate, { params: { name } }));
  const missing = { title: t('template.missing.title'), text: t('template.missing.text') };
  const { data } = query;
  return (
    <SettingsPage
      title={data ? pickText(data.title, i18n.language) : t('settings.entry.templates.title')}
      lead={data?.description && pickText(data.description, i18n.language)}
    >
      <QueryBoundary query={query} notFound={missing}>
        {(file) => (
          <ApplyTemplate
            file={file}
            name={name}
            defaultMode={name === blankTemplate ? 'replace' : 'merge'}
            onApplied={(result, title) => {
              showApplied(result, title);
              void (isFromSetup
                ? navigate({ to: '/settings/setup', search: { after: 'survey' } })
                : navigate({ to: '/settings/surveys' }));
            }}
          />
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
