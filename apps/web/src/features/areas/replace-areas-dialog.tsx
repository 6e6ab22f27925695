/** The dialog that replaces the areas of a set by those of a file. */
import { useQuery } from '@tanstack/react-query';
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { type AreaSet, deleteAreas, listAreaReferences } from '@waypost/contract/areas/areas';
import { type Area, listAreas } from '@waypost/contract/areas/list-areas';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';
import { AreasFileField, useAreasFile } from './areas-file-field.tsx';
import { planReplacement } from './plan-replacement.ts';
import { toAreas } from './read-areas-file.ts';
import { SendingActions } from './sending-actions.tsx';
import { useSendingAreas } from './use-sending-areas.ts';

/** Names of deleted areas that are shown. */
const namesLength = 20;

/** What will be replaced: it stays as it was found first, so that sending can continue after an error. */
function useReplacement(set: AreaSet, file: ReturnType<typeof useAreasFile>) {
  const { data, error } = useQuery(buildEndpointQuery(listAreas, {}));
  const [current, setCurrent] = useState<readonly Area[] | null>(null);
  if (data && !current) setCurrent(data.results.filter(({ set_id }) => set_id === set.id));
  const { content, property } = file;
  const plan = useMemo(
    () => (content && current ? planReplacement(current, toAreas(content, property)) : null),
    [content, property, current],
  );
  return { plan, error };
}

/** The dialog. */
export default function ReplaceAreasDialog({ set, onClose }: { set: AreaSet; onClose: () => void }) {
  const { t } = useTranslation();
  const file = useAreasFile();
  const { plan, error } = useReplacement(set, file);
  const { send, share } = useSendingAreas();
  const remove = useCall(deleteAreas, { invalidates: areaQueryKeys });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const replace = async (event: FormEvent) => {
    event.preventDefault();
    if (!plan) {
      file.listAreas();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await send(set.id, plan.areas);
      const ids = plan.gone.map(({ id }) => id);
      for (let start = 0; start < ids.length; start += areaLimits.areasPerRequest) {
        const area = ids.slice(start, start + areaLimits.areasPerRequest).join(',');
        await remove.mutateAsync({ params: { id: set.id }, query: { area } });
      }
      onClose();
    } catch (failure) {
      setProblem(formatErrorMessage(failure));
      setBusy(false);
    }
  };
  return (
    <FormDialog title={t('areas.replace.question', { name: set.name })} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={(event) => void replace(event)}>
        <ProblemAlert text={problem ?? (error ? formatErrorMessage(error) : null)} />
        <p className={classes['text']}>{t('areas.replace.text')}</p>
        <AreasFileField file={file} isDisabled={share !== null} />
        {plan && <Effects set={set} {...plan} added={plan.areas.length - plan.kept} />}
        <SendingActions share={share} label={t('areas.replace.action')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}

interface Effects {
  set: AreaSet;
  kept: number;
  added: number;
  gone: readonly Area[];
}

/** How many areas stay, come and go, and what refers to those that go. */
function Effects({ set, kept, added, gone }: Effects) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listAreaReferences, { params: { id: set.id } }));
  const goneIds = new Set(gone.map(({ id }) => id));
  const fields = data?.fields.filter(({ area_id }) => area_id !== null && goneIds.has(area_id)) ?? [];
  const searches = (data?.saved_searches ?? [])
    .filter(({ area_id }) => goneIds.has(area_id))
    .reduce((sum, { total }) => sum + total, 0);
  const names = gone.slice(0, namesLength).map(({ name }) => name);
  return (
    <output className={classes['effects']}>
      <strong data-figures>{t('areas.replace.numbers', { kept, added, gone: gone.length })}</strong>
      {gone.length > 0 && (
        <span>
          {t('areas.replace.gone', { names: names.join(', ') + (gone.length > namesLength ? ', …' : '') })}
        </span>
      )}
      {fields.map(({ survey, label, area_id }) => (
        <span key={`${survey} ${label} ${area_id}`}>{t('areas.replace.field', { survey, label })}</span>
      ))}
      {searches > 0 && <span data-figures>{t('areas.replace.searches', { total: searches })}</span>}
    </output>
  );
}
