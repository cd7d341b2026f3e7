import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import 'ship-elements/ship-elements-quote.css';
import './shop.css';

export const metadata: Metadata = { title: 'Batik House', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
