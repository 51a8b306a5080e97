package de.beispiel.versand;

/** Paketgrößen, wie sie das Lager kennt. */
public enum Größe {
    KLEIN,
    MITTEL,
    GROSS;

    public boolean istSperrig() {
        return this == GROSS;
    }

    /** Größe für ein Gewicht in Gramm. */
    public static Größe für(int gramm) {
        if (gramm < 1_000) {
            return KLEIN;
        }
        return gramm < 10_000 ? MITTEL : GROSS;
    }
}
