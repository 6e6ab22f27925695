import type { LanguageTexts } from './texts.ts';

export const pt: LanguageTexts = {
  locale: 'pt_br',
  near: [
    'perto da ponte velha',
    'atrás do mercado',
    'ao lado da escola municipal',
    'na rodoviária',
    'em frente ao posto de saúde',
    'na beira do arroio',
    'perto da igreja matriz',
    'junto ao campo de futebol',
  ],
  levels: ['no tornozelo', 'no joelho', 'na cintura', 'acima da cabeça', 'no telhado'],
  names: [
    'Ana Beatriz Lima',
    'João Pedro Souza',
    'Dona Célia',
    'Marcos Teixeira',
    'Rafaela Nunes',
    'Amélia Macuácua',
    'Tiago Ramos',
  ],
  notes: [
    'Alguém está olhando o bueiro {near}? Ano passado também entupiu.',
    'Por favor me liguem sobre a reunião em {city}.',
    'Obrigado, o caminhão-pipa passou hoje.',
  ],
  topics: {
    flood: {
      stories: [
        [
          'Água subindo {near}',
          'A água veio de noite e {near} está {level}. Umas {n} pessoas saíram de casa.',
        ],
        [
          '{city}: rua alagada',
          'O bueiro {near} não deu conta. Água {level}; {n} vizinhos estão levantando os móveis.',
        ],
        [
          'O rio transbordou {near}',
          'O rio saiu do leito {near}. A água bate {level} e continua subindo. Somos {n} esperando na parte alta.',
        ],
        [
          'Casas alagadas {near}',
          'Parou de chover, mas a água {near} não baixa. Está {level} e {n} pessoas não conseguem sair de carro.',
        ],
      ],
      requests: [
        'Precisamos de água potável e lona.',
        'Há dois idosos que não conseguem andar; um barco ajudaria.',
        'A estrada está fechada, usem a de cima.',
        'Que a gente saiba ninguém se feriu.',
      ],
    },
    polls: {
      stories: [
        ['Seção de votação {near}', 'Abriram as portas e a votação começou. Contei {n} pessoas na fila.'],
        ['{city}: começou a votação', 'Tudo calmo. {n} pessoas esperando e a fila anda.'],
        ['Fila grande na seção {near}', 'Na seção {near} faltou caneta por um tempo; {n} pessoas esperaram.'],
      ],
      requests: [
        'Tem rampa e os mais velhos entram primeiro.',
        'A placa lá fora é difícil de achar.',
        'Os observadores entram e podem ver a contagem.',
      ],
    },
    notice: {
      stories: [
        [
          'Mutirão na beira do rio {near}',
          'A gente se encontra {near}. Tem luvas e sacos; tragam botas se tiverem.',
        ],
        ['Saúde itinerante em {city}', 'A equipe atende {near} das oito às quatro. As vacinas são de graça.'],
        [
          'Falta de água quinta-feira {near}',
          'Vão trocar o cano principal {near}. Guardem água para um dia.',
        ],
      ],
      requests: ['Avisem os vizinhos que não têm telefone.', 'Dúvidas na associação de moradores.'],
    },
    unsafe: {
      stories: [
        [
          'Poste apagado {near}',
          'As lâmpadas {near} estão apagadas há {n} dias, e é por ali que voltamos do trabalho.',
        ],
        ['Perigoso à noite {near}', 'Um grupo para as pessoas {near} à noite. Seguiram duas de nós.'],
        ['Cerca quebrada {near}', 'A cerca {near} está quebrada e a vala atrás fica aberta.'],
      ],
      requests: ['Por favor não publiquem meu nome.', 'Uma lâmpada e o caminho limpo já bastariam.'],
    },
  },
};
