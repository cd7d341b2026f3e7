import 'ship-elements/area-search';
import 'ship-elements/define';
import 'ship-elements/tracking';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './Shop.tsx';

const root = document.querySelector('#app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
