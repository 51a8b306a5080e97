package de.beispiel.versand;

import java.math.BigDecimal;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class VersandService {

    private static final BigDecimal GRUNDPREIS = new BigDecimal("4.90");
    private static final BigDecimal FREI_AB = new BigDecimal("50.00");
    private static final BigDecimal SPERRGUT_ZUSCHLAG = new BigDecimal("12.00");

    private final AdressPrüfer adressPrüfer;
    private final PaketRepository pakete;

    public VersandService(AdressPrüfer adressPrüfer, PaketRepository pakete) {
        this.adressPrüfer = adressPrüfer;
        this.pakete = pakete;
    }

    /** Versandkosten in Euro, abhängig vom Warenwert. */
    public BigDecimal berechneKosten(BigDecimal warenwert, Größe größe) {
        BigDecimal zuschlag = größe.istSperrig() ? SPERRGUT_ZUSCHLAG : BigDecimal.ZERO;
        if (warenwert.compareTo(FREI_AB) >= 0) {
            return zuschlag;
        }
        return GRUNDPREIS.add(zuschlag);
    }

    @Transactional
    public Paket erstellePaket(Adresse adresse, Größe größe) {
        if (!adressPrüfer.istGültig(adresse)) {
            throw new IllegalArgumentException("Ungültige Adresse: " + adresse);
        }
        Paket paket = new Paket();
        paket.setAdresse(adresse);
        paket.setGröße(größe);
        paket.setStatus(Status.ERSTELLT);
        return pakete.save(paket);
    }

    /** Storniert ein Paket; der Versanddienst wird nachts informiert. */
    @Transactional
    public void storniere(Long paketId) {
        Paket paket = pakete.findById(paketId).orElseThrow();
        if (paket.getStatus() != Status.ERSTELLT) {
            throw new IllegalStateException("Paket " + paketId + " ist bereits unterwegs");
        }
        paket.setStatus(Status.STORNIERT);
        pakete.save(paket);
    }
}
