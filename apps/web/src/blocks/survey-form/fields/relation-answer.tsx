/** A link to another post, found by searching. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Attribute } from '@waypost/contract/attributes';
import { listPosts, readPost } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/query-client.ts';
import { FieldGroup } from '../field-group.tsx';
import { type AnswerProps, textOf } from '../field-props.ts';
import { useFormSurroundings } from '../form-surroundings.ts';
import classes from '../survey-form.module.css';

/** Ids of the surveys whose posts may be linked; none means any. */
function surveysAllowed({ config }: Attribute): number[] {
  const input = Array.isArray(config) ? undefined : config['input'];
  const forms = typeof input === 'object' && input !== null && 'form' in input ? input.form : [];
  return (Array.isArray(forms) ? forms : [forms]).map(Number).filter((it) => it > 0);
}

function Chosen({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(read(readPost, { params: { id } }, { quiet: true }));
  return (
    <div className={classes['linked']}>
      <span dir="auto">{data?.title ?? t('surveyForm.relation.post', { id })}</span>
      <Button variant="subtle" color="gray" size="md" onClick={onRemove}>
        {t('surveyForm.relation.remove')}
      </Button>
    </div>
  );
}

function Search({
  attribute,
  label,
  onPick,
}: {
  attribute: Attribute;
  label: string;
  onPick: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { postId } = useFormSurroundings();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 300);
  const query = { q, form: surveysAllowed(attribute), limit: 6 };
  const { data, isFetching } = useQuery({
    ...read(listPosts, { query }, { quiet: true }),
    enabled: q.length > 1,
  });
  const found = (data?.results ?? []).filter((it) => it.id !== postId);
  const nothing = q.length > 1 && !isFetching && data !== undefined && found.length === 0;
  return (
    <>
      <TextInput
        type="search"
        size="md"
        dir="auto"
        aria-label={label}
        placeholder={t('surveyForm.relation.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the whole report.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <output className={classes['hint']}>{nothing && t('surveyForm.relation.none')}</output>
      {q.length > 1 && (
        <ul className={classes['found']}>
          {found.map((post) => (
            <li key={post.id}>
              <button type="button" dir="auto" onClick={() => onPick(post.id)}>
                {post.title ?? t('surveyForm.relation.post', { id: post.id })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function RelationAnswer({ attribute, answer, onAnswer, head, name, error }: AnswerProps) {
  const id = Number(textOf(answer));
  const label = name ?? attribute.label;
  const slot =
    id > 0 ? (
      <Chosen id={id} onRemove={() => onAnswer('')} />
    ) : (
      <Search attribute={attribute} label={label} onPick={(picked) => onAnswer(String(picked))} />
    );
  if (head) {
    return (
      <FieldGroup of={attribute} error={error}>
        {slot}
      </FieldGroup>
    );
  }
  return (
    <>
      {slot}
      {error && <p className={classes['error']}>{error}</p>}
    </>
  );
}
