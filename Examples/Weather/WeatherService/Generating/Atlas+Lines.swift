// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Atlas {
    /// Name, country, and latitude of every city; the number of a city is that of its line.
    static let lines = """
        Aarhus;Denmark;56
        Abidjan;Ivory Coast;5
        Accra;Ghana;6
        Addis Ababa;Ethiopia;9
        Adelaide;Australia;-35
        Algiers;Algeria;37
        Almaty;Kazakhstan;43
        Amsterdam;Netherlands;52
        Anchorage;United States;61
        Ankara;Turkey;40
        Antananarivo;Madagascar;-19
        Asunción;Paraguay;-25
        Athens;Greece;38
        Atlanta;United States;34
        Auckland;New Zealand;-37
        Baghdad;Iraq;33
        Baku;Azerbaijan;40
        Bangkok;Thailand;14
        Barcelona;Spain;41
        Beijing;China;40
        Beirut;Lebanon;34
        Belgrade;Serbia;45
        Bergen;Norway;60
        Berlin;Germany;53
        Bern;Switzerland;47
        Bogotá;Colombia;5
        Boston;United States;42
        Bratislava;Slovakia;48
        Brisbane;Australia;-27
        Brussels;Belgium;51
        Bucharest;Romania;44
        Budapest;Hungary;47
        Buenos Aires;Argentina;-35
        Cairo;Egypt;30
        Calgary;Canada;51
        Cape Town;South Africa;-34
        Caracas;Venezuela;10
        Casablanca;Morocco;34
        Chicago;United States;42
        Chișinău;Moldova;47
        Cologne;Germany;51
        Copenhagen;Denmark;56
        Dakar;Senegal;15
        Delhi;India;29
        Dublin;Ireland;53
        Edinburgh;United Kingdom;56
        Geneva;Switzerland;46
        Hamburg;Germany;54
        Hanoi;Vietnam;21
        Havana;Cuba;23
        Helsinki;Finland;60
        Hobart;Australia;-43
        Honolulu;United States;21
        Istanbul;Turkey;41
        Jakarta;Indonesia;-6
        Johannesburg;South Africa;-26
        Karachi;Pakistan;25
        Kathmandu;Nepal;28
        Kyiv;Ukraine;50
        Kyoto;Japan;35
        La Paz;Bolivia;-16
        Lagos;Nigeria;6
        Leipzig;Germany;51
        Lima;Peru;-12
        Lisbon;Portugal;39
        Liverpool;United Kingdom;53
        Ljubljana;Slovenia;46
        Lomé;Togo;6
        London;United Kingdom;52
        Londrina;Brazil;-23
        Long Beach;United States;34
        Longyearbyen;Norway;78
        Los Angeles;United States;34
        Louisville;United States;38
        Luanda;Angola;-9
        Lusaka;Zambia;-15
        Luxembourg;Luxembourg;50
        Lviv;Ukraine;50
        Lyon;France;46
        Łódź;Poland;52
        Madrid;Spain;40
        Manila;Philippines;15
        Marseille;France;43
        Melbourne;Australia;-38
        Mexico City;Mexico;19
        Milan;Italy;45
        Minsk;Belarus;54
        Montevideo;Uruguay;-35
        Montréal;Canada;46
        Mumbai;India;19
        Munich;Germany;48
        Nairobi;Kenya;-1
        Naples;Italy;41
        New York;United States;41
        Nuuk;Greenland;64
        Oslo;Norway;60
        Ottawa;Canada;45
        Paris;France;49
        Perth;Australia;-32
        Porto;Portugal;41
        Prague;Czechia;50
        Quito;Ecuador;0
        Reykjavík;Iceland;64
        Riga;Latvia;57
        Rome;Italy;42
        San Francisco;United States;38
        Santiago;Chile;-33
        São Paulo;Brazil;-24
        Sarajevo;Bosnia and Herzegovina;44
        Seoul;South Korea;38
        Singapore;Singapore;1
        Sofia;Bulgaria;43
        Stockholm;Sweden;59
        Sydney;Australia;-34
        Tallinn;Estonia;59
        Tehran;Iran;36
        Tokyo;Japan;36
        Toronto;Canada;44
        Tromsø;Norway;70
        Tunis;Tunisia;37
        Ushuaia;Argentina;-55
        Vancouver;Canada;49
        Venice;Italy;45
        Vienna;Austria;48
        Vilnius;Lithuania;55
        Warsaw;Poland;52
        Wellington;New Zealand;-41
        Yerevan;Armenia;40
        Zagreb;Croatia;46
        Zürich;Switzerland;47
        """
}
