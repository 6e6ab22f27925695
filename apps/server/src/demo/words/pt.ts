import type { Words } from './words.ts';

export const pt: Words = {
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
      titles: [
        'Água subindo {near}',
        '{city}: rua alagada',
        'O rio transbordou {near}',
        'Casas alagadas {near}',
      ],
      tells: [
        'A água veio de noite e {near} está {level}. Umas {n} pessoas saíram de casa.',
        'O rio saiu do leito {near}. A água bate {level} e continua subindo. Somos {n} esperando na parte alta.',
        'O bueiro {near} não deu conta. Água {level}; {n} vizinhos estão levantando os móveis.',
        'Parou de chover, mas a água {near} não baixa. Está {level} e {n} pessoas não conseguem sair de carro.',
      ],
      asks: [
        'Precisamos de água potável e lona.',
        'Há dois idosos que não conseguem andar; um barco ajudaria.',
        'A estrada está fechada, usem a de cima.',
        'Que a gente saiba ninguém se feriu.',
      ],
    },
    polls: {
      titles: ['Seção de votação {near}', '{city}: começou a votação', 'Fila grande na seção {near}'],
      tells: [
        'Abriram as portas e a votação começou. Contei {n} pessoas na fila.',
        'Tudo calmo. {n} pessoas esperando e a fila anda.',
        'Na seção {near} faltou caneta por um tempo; {n} pessoas esperaram.',
      ],
      asks: [
        'Tem rampa e os mais velhos entram primeiro.',
        'A placa lá fora é difícil de achar.',
        'Os observadores entram e podem ver a contagem.',
      ],
    },
    notice: {
      titles: [
        'Mutirão na beira do rio {near}',
        'Saúde itinerante em {city}',
        'Falta de água quinta-feira {near}',
      ],
      tells: [
        'A gente se encontra {near}. Tem luvas e sacos; tragam botas se tiverem.',
        'A equipe atende {near} das oito às quatro. As vacinas são de graça.',
        'Vão trocar o cano principal {near}. Guardem água para um dia.',
      ],
      asks: ['Avisem os vizinhos que não têm telefone.', 'Dúvidas na associação de moradores.'],
    },
    unsafe: {
      titles: ['Poste apagado {near}', 'Perigoso à noite {near}', 'Caminho sem luz {near}'],
      tells: [
        'As lâmpadas {near} estão apagadas há {n} dias, e é por ali que voltamos do trabalho.',
        'Um grupo para as pessoas {near} à noite. Seguiram duas de nós.',
        'A cerca {near} está quebrada e a vala atrás fica aberta.',
      ],
      asks: ['Por favor não publiquem meu nome.', 'Uma lâmpada e o caminho limpo já bastariam.'],
    },
  },
};
